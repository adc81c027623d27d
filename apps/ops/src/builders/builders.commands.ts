import { createHash, randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { readOrigin } from '../origins/read-origin.js';
import { BuildersRepository, type BuilderChange } from './builders.repository.js';
import { readBuilderName, readLimit } from './read-builder.js';

interface LimitOptions {
  readonly read?: string;
  readonly heavy?: string;
}

interface AddOptions extends LimitOptions {
  readonly origin: readonly string[];
  readonly server: boolean;
  readonly webhooks: boolean;
}

const DEFAULT_READ = '1000';
const DEFAULT_HEAVY = '100';

function makeKey(): { readonly key: string; readonly keyHash: Uint8Array<ArrayBuffer> } {
  const key = `slw_${randomBytes(32).toString('base64url')}`;
  return { key, keyHash: Uint8Array.from(createHash('sha256').update(key).digest()) };
}

export function addBuildersCommands(program: Command, { prisma, print }: CommandContext): void {
  const repository = new BuildersRepository(prisma);

  async function change(name: string, changed: BuilderChange): Promise<void> {
    if (!(await repository.change(name, changed))) throw new OperatorError(`there is no builder ${name}`);
  }

  function told(done: string, name: string, webhooks: number | null): string {
    if (webhooks === null) throw new OperatorError(`there is no builder ${name}`);
    return `${done}: ${name}; webhooks deleted: ${webhooks}`;
  }

  const builders = program
    .command('builders')
    .description('builders with an API key, a budget and sites of their own');
  builders
    .command('add <name>')
    .description('make a key for a builder; it is shown once')
    .option('--read <requests>', 'requests a minute of class read', DEFAULT_READ)
    .option('--heavy <requests>', 'requests a minute of class heavy', DEFAULT_HEAVY)
    .option(
      '--origin <origin...>',
      'sites that may use the key, and sign their users in (default: any may use it)',
      [],
    )
    .option('--server', 'let one address use the whole budget: for a server that asks for many users', false)
    .option('--webhooks', 'let it have webhooks', false)
    .action(async (text: string, options: AddOptions) => {
      const name = readBuilderName(text);
      const { key, keyHash } = makeKey();
      const isNew = await repository.add({
        name,
        keyHash,
        readPerMinute: readLimit(options.read ?? DEFAULT_READ),
        heavyPerMinute: readLimit(options.heavy ?? DEFAULT_HEAVY),
        origins: options.origin.map(readOrigin),
        isServer: options.server,
        hasWebhooks: options.webhooks,
      });
      if (!isNew)
        throw new OperatorError(`${name} has a key already: "builders key ${name}" makes a new one`);
      print(`added: ${name}. Its key, which is not shown again:`);
      print(key);
    });
  builders
    .command('limit <name>')
    .description("change a builder's budget; its key stays")
    .option('--read <requests>', 'requests a minute of class read')
    .option('--heavy <requests>', 'requests a minute of class heavy')
    .action(async (text: string, { read, heavy }: LimitOptions) => {
      const name = readBuilderName(text);
      if (read === undefined && heavy === undefined) throw new OperatorError('say --read, --heavy or both');
      const limits = {
        ...(read !== undefined && { readPerMinute: readLimit(read) }),
        ...(heavy !== undefined && { heavyPerMinute: readLimit(heavy) }),
      };
      await change(name, limits);
      print(`changed: ${name}`);
    });
  builders
    .command('key <name>')
    .description('make a new key for a builder; the old one is refused from now on, webhooks stay')
    .action(async (text: string) => {
      const name = readBuilderName(text);
      const { key, keyHash } = makeKey();
      await change(name, { keyHash });
      print(`changed: ${name}. Its new key, which is not shown again:`);
      print(key);
    });
  builders
    .command('webhooks <name>')
    .description('let a builder have webhooks; its key stays')
    .option('--off', 'let it have none any more: those that it has are deleted', false)
    .action(async (text: string, { off }: { readonly off: boolean }) => {
      const name = readBuilderName(text);
      if (off) print(told('changed', name, await repository.refuseWebhooks(name)));
      else {
        await change(name, { hasWebhooks: true });
        print(`changed: ${name}`);
      }
    });
  builders
    .command('remove <name>')
    .description("refuse a builder's key from now on, and sign-ins of its sites; its webhooks are deleted")
    .action(async (text: string) => {
      const name = readBuilderName(text);
      print(told('removed', name, await repository.remove(name)));
    });
  builders
    .command('list')
    .description('the builders, their budgets and sites')
    .action(async () => {
      const all = await repository.list();
      for (const { name, readPerMinute, heavyPerMinute, origins, isServer, hasWebhooks, addedAt } of all) {
        const sites = origins.length === 0 ? 'any site' : origins.join(' ');
        const kind = `${isServer ? 'server' : 'pages'}${hasWebhooks ? ', webhooks' : ''}`;
        print(
          `${name}  read ${readPerMinute}  heavy ${heavyPerMinute}  ${kind}  ${sites}  ${addedAt.toISOString()}`,
        );
      }
      print(`${all.length} builders`);
    });
}

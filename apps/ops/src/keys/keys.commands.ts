import type { Command } from 'commander';
import { DevelopmentKeyFile, retiresAt, rotateKeys, SigningKeyError } from '@slipway/auth';
import type { Settings } from '@slipway/settings';
import { systemClock } from '@slipway/domain';
import { OperatorError, print } from '../command-line.js';

/** Time to bring the printed set to every instance before the new key signs. */
const DEFAULT_MINUTES = 30;

/** These need no database, and print secrets that nothing may be mixed into. */
export function addKeysCommands(program: Command, settings: Settings): void {
  program
    .command('keys')
    .description('the keys that sign access tokens')
    .command('rotate')
    .description("let a new key sign access tokens; the one before it stays good for a token's lifetime")
    .option('--print', 'print the new JWT_SIGNING_KEYS, and change nothing here')
    .option(
      '--after <minutes>',
      `when the new key begins to sign, in minutes (default ${DEFAULT_MINUTES}; a first key at once)`,
      readMinutes,
    )
    .action(async ({ print: prints = false, after }: { print?: boolean; after?: number }) => {
      try {
        const { nodeEnv, jwtSigningKeys } = settings;
        if (prints || nodeEnv === 'production' || jwtSigningKeys !== null) printSet(jwtSigningKeys, after);
        else await rotateFile(settings.dataDir);
      } catch (error) {
        if (error instanceof SigningKeyError) throw new OperatorError(`JWT_SIGNING_KEYS: ${error.message}`);
        throw error;
      }
    });
}

function readMinutes(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new OperatorError('--after must be a whole number of minutes');
  return Number(text);
}

/** The set alone on standard output, to be put where it is configured; the words beside it. */
function printSet(configured: Settings['jwtSigningKeys'], after: number | undefined): void {
  const now = systemClock.now();
  const minutes = after ?? (configured === null ? 0 : DEFAULT_MINUTES);
  const activeFrom = new Date(now.getTime() + minutes * 60_000);
  process.stdout.write(rotateKeys(configured, activeFrom, now));
  process.stderr.write(
    `Put this secret into JWT_SIGNING_KEYS (or its file) of every instance and restart them one by one before ` +
      `${activeFrom.toISOString()}, when the new key begins to sign. The one before it is refused from ` +
      `${retiresAt(activeFrom).toISOString()} on.\n`,
  );
}

async function rotateFile(dataFolder: string): Promise<void> {
  const file = new DevelopmentKeyFile(dataFolder);
  const now = systemClock.now();
  await file.rotate(now);
  print(`rotated: ${file.path}`);
  const end = retiresAt(now).toISOString();
  print(`Restart the API to sign with the new key; the one before it is good until ${end}.`);
}

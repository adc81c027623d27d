import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { ChainNode, RewardContracts } from '@slipway/chain';
import {
  PROGRAM_RULES,
  Programs,
  readList,
  type ListEntry,
  type ProgramState,
  type NewProgram,
} from '@slipway/reward-programs';
import { systemClock, type Address } from '@slipway/domain';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError, readAddress } from '../command-line/command-line.js';
import type { Print } from '../command-line/output.js';
import { readTime } from './read-time.js';

interface AddOptions extends Omit<NewProgram, 'id' | 'tokenAddress' | 'allocationsPublic'> {
  readonly app?: Address;
  readonly list?: string;
  readonly publicAllocations?: boolean;
}

export function addProgramsCommands(program: Command, { prisma, settings, print }: CommandContext): void {
  const { rpc, chainId } = settings;
  const contracts = new RewardContracts(new ChainNode(rpc.http, chainId));
  const programs = new Programs(prisma, contracts, systemClock);
  const group = program.command('programs').description('reward programs');
  addAddCommand(group, programs, print);
  group
    .command('end <id>')
    .description('end a program before its time; what was earned until then stays claimable')
    .option('--at <time>', 'when; default: now', readTime)
    .action(async (id: string, { at }: { at?: Date }) => {
      const endsAt = await programs.end(id, at ?? null);
      print(`${id} ends at ${endsAt.toISOString()}`);
    });
  group
    .command('list')
    .description('all programs, ended and future ones too')
    .action(async () => {
      const all = await programs.list();
      for (const one of all) print(describe(one));
      print(`${all.length} programs`);
    });
  const rewards = program.command('rewards').description('what reward programs owe');
  addPublishCommand(rewards, programs, print);
}

function addAddCommand(group: Command, programs: Programs, print: Print): void {
  group
    .command('add <id>')
    .description('add a program: of an app with --app, else of the protocol')
    .requiredOption('--name <text>', 'its name')
    .option('--app <token>', 'the app that it is about', readAddress)
    .requiredOption('--reward-token <address>', 'what it pays, 18 decimals', readAddress)
    .requiredOption('--distributor <address>', 'its own distributor', readAddress)
    .requiredOption('--emissions-per-day <wei>', 'what it spends a day, in wei', readEmissions)
    .requiredOption('--starts-at <time>', 'such as 2026-11-21T00:00:00Z', readTime)
    .requiredOption('--ends-at <time>', 'it spends nothing from then on', readTime)
    .addOption(
      new Option('--rule <rule>', `who earns: ${PROGRAM_RULES.join(', ')}`)
        .choices(PROGRAM_RULES)
        .makeOptionMandatory(),
    )
    .option('--list <file>', 'for the rule list: lines of address,amount in wei')
    .requiredOption('--eligibility <text>', 'who earns, in words')
    .option('--public-allocations', "let everybody read each account's amount")
    .action(async (id: string, { app, list, publicAllocations = false, ...rest }: AddOptions) => {
      const added = await programs.add(
        { ...rest, id, tokenAddress: app ?? null, allocationsPublic: publicAllocations },
        list === undefined ? [] : await readListFile(list),
      );
      print(`added: ${added.id}, paid in ${JSON.stringify(added.rewardSymbol)} by ${added.distributor}`);
    });
}

function addPublishCommand(group: Command, programs: Programs, print: Print): void {
  group
    .command('publish <program>')
    .description("compute a program's next tree; its distributor's owner then sets the root")
    .option('--until <time>', 'count the days that had ended then; default: at the head', readTime)
    .action(async (id: string, { until }: { until?: Date }) => {
      const published = await programs.publish(id, until ?? null);
      print(`root         ${published.root}`);
      print(`leaves       ${published.leaves}`);
      print(`until        ${published.accountedUntil.toISOString()}`);
      print(`total        ${published.total} wei, cumulative`);
      print(
        `remainder    ${published.remainder} wei of ${published.emitted} emitted stay in the distributor`,
      );
      print(`funded       ${published.funded} wei, balance and payments`);
      print(`distributor  ${published.distributor}`);
      print(`setRoot      ${published.setRootCalldata}`);
      print('The tree comes into force when the owner of the distributor sends this calldata to it.');
    });
}

function readEmissions(text: string): bigint {
  if (!/^[1-9][0-9]{0,59}$/.test(text))
    throw new OperatorError('--emissions-per-day is a whole number of wei');
  return BigInt(text);
}

async function readListFile(file: string): Promise<ListEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new OperatorError(`the list ${file} cannot be read: ${why}`);
  });
  return readList(text);
}

/** Symbols are strangers' text, which could hold a terminal's control sequences: quoted as JSON. */
function describe(program: ProgramState): string {
  const { id, name, rule, startsAt, endsAt, distributor, tokenAddress, trees, accountedUntil } = program;
  const published =
    accountedUntil === null ? 'no tree' : `${trees} trees, until ${accountedUntil.toISOString()}`;
  return (
    `${id}  ${JSON.stringify(name)}  ${tokenAddress ?? 'protocol'}  ${rule}  ` +
    `${startsAt.toISOString()} to ${endsAt.toISOString()}  ${program.emissionsPerDay} wei a day of ` +
    `${JSON.stringify(program.rewardSymbol)}  ${distributor}  ${published}`
  );
}

import { Command, CommanderError } from 'commander';
import { HttpRequestError } from 'viem';
import { PrismaService } from '@slipway/database';
import { ProgramError } from '@slipway/reward-programs';
import { SETTINGS, SettingsError, loadSettings, type SettingName } from '@slipway/settings';
import { addAppsCommands } from './apps/apps.commands.js';
import { addBackupCommands } from './backup/backup.commands.js';
import { addBuildersCommands } from './builders/builders.commands.js';
import { addChainCommands } from './chain/chain.commands.js';
import type { CommandContext } from './command-line/command-context.js';
import { commandHelp, PROGRAM } from './command-line/command-help.js';
import { OperatorError } from './command-line/command-line.js';
import type { Output } from './command-line/output.js';
import { addCreatorsCommands } from './creators/creators.commands.js';
import { databaseFailure } from './command-line/database-failure.js';
import { addExportCommands } from './export/export.commands.js';
import { addFlagsCommands } from './flags/flags.commands.js';
import { addIndexCommands } from './index/index.commands.js';
import { addKeysCommands } from './keys/keys.commands.js';
import { addMcpCommands } from './mcp/mcp.commands.js';
import { addNamesCommands } from './names/names.commands.js';
import { addOriginsCommands } from './origins/origins.commands.js';
import { addPolicyCommands } from './policy/policy.commands.js';
import { addProgramsCommands } from './programs/programs.commands.js';
import { addSettingsCommands } from './settings/settings.commands.js';
import { addWebhooksCommands } from './webhooks/webhooks.commands.js';

/** A tree of a million leaves is written in one statement, which may take longer than a request's. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** An operator at a server under load waits rather than is refused. */
const POOL_TIMEOUT_MS = 10_000;

/** Each group of commands adds itself. Nothing connects before a command asks for it. */
const GROUPS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addAppsCommands,
  addBackupCommands,
  addChainCommands,
  addExportCommands,
  addFlagsCommands,
  addIndexCommands,
  addOriginsCommands,
  addBuildersCommands,
  addWebhooksCommands,
  addNamesCommands,
  addCreatorsCommands,
  addPolicyCommands,
  addKeysCommands,
  addProgramsCommands,
  addSettingsCommands,
  addMcpCommands,
];

/** What production has to name for a command, by its first word: nothing for keys and help. */
const USES: Readonly<Record<string, readonly SettingName[]>> = {
  ...Object.fromEntries(
    [
      'apps',
      'backup',
      'builders',
      'creators',
      'export',
      'flags',
      'index',
      'names',
      'origins',
      'policy',
      'webhooks',
    ].map((name) => [name, ['databaseUrl']]),
  ),
  chain: ['rpc', 'chainId', 'launchpadAddress', 'platformTokenAddress', 'priceFeedAddresses'],
  mcp: ['publicBaseUrl'],
  settings: Object.keys(SETTINGS) as SettingName[],
  programs: ['databaseUrl', 'rpc', 'chainId'],
  rewards: ['databaseUrl', 'rpc', 'chainId'],
};

/**
 * Runs one command of the operators.
 *
 * @param words of the command line
 * @param variables the settings' text; those of this process when left out
 * @returns the code that the program ends with
 */
export async function runProgram(
  words: readonly string[],
  output: Output,
  variables?: Readonly<Record<string, string>>,
): Promise<number> {
  try {
    await run(words, output, variables);
    return 0;
  } catch (error) {
    // The parser has told the mistake, or shown its help.
    if (error instanceof CommanderError) return error.exitCode;
    output.warn(explain(error));
    return 1;
  }
}

async function run(
  words: readonly string[],
  { print, warn }: Output,
  variables: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  const settings = loadSettings(variables, USES[words[0] ?? ''] ?? []);
  const prisma = new PrismaService(
    {
      url: settings.databaseUrl,
      role: 'slipway_ops',
      size: 2,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      poolTimeoutMs: POOL_TIMEOUT_MS,
    },
    ({ message }) => {
      warn(`database: ${message}`);
    },
  );
  const program = new Command(PROGRAM)
    .configureHelp(commandHelp)
    .configureOutput({
      writeOut: (text) => {
        print(text.trimEnd());
      },
      writeErr: (text) => {
        warn(text.trimEnd());
      },
    })
    .exitOverride();
  for (const add of GROUPS) add(program, { prisma, settings, print, warn });
  try {
    await program.parseAsync(words, { from: 'user' });
  } finally {
    await prisma.$close();
  }
}

/** Mistakes are told in a line each; unforeseen errors show where they came from. */
function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.lines.join('\n');
  const ofDatabase = databaseFailure(error);
  if (ofDatabase !== null) return ofDatabase;
  if (error instanceof HttpRequestError) return 'the node of RPC_URL cannot be reached';
  if (error instanceof OperatorError || error instanceof ProgramError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

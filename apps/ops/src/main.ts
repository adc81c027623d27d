import { Command } from 'commander';
import { HttpRequestError } from 'viem';
import { PrismaService } from '@slipway/database';
import { ProgramError } from '@slipway/reward-programs';
import { SettingsError, loadSettings, type Settings } from '@slipway/settings';
import { addAppsCommands } from './apps/apps.commands.js';
import { addBackupCommands } from './backup/backup.commands.js';
import { addBuildersCommands } from './builders/builders.commands.js';
import { commandHelp, PROGRAM } from './command-line/command-help.js';
import { OperatorError } from './command-line/command-line.js';
import { addCreatorsCommands } from './creators/creators.commands.js';
import { databaseFailure } from './command-line/database-failure.js';
import { addFlagsCommands } from './flags/flags.commands.js';
import { addIndexCommands } from './index/index.commands.js';
import { addKeysCommands } from './keys/keys.commands.js';
import { addMcpCommands } from './mcp/mcp.commands.js';
import { addNamesCommands } from './names/names.commands.js';
import { addOriginsCommands } from './origins/origins.commands.js';
import { addPolicyCommands } from './policy/policy.commands.js';
import { addProgramsCommands } from './programs/programs.commands.js';

/** A tree of a million leaves is written in one statement, which may take longer than a request's. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** An operator at a server under load waits rather than is refused. */
const POOL_TIMEOUT_MS = 10_000;

/** Each group of commands adds itself. Nothing connects before a command asks for it. */
async function run(settings: Settings): Promise<void> {
  const prisma = new PrismaService(
    {
      url: settings.databaseUrl,
      role: 'slipway_ops',
      size: 2,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      poolTimeoutMs: POOL_TIMEOUT_MS,
    },
    ({ message }) => process.stderr.write(`database: ${message}\n`),
  );
  const program = new Command(PROGRAM).configureHelp(commandHelp);
  addAppsCommands(program, prisma);
  addBackupCommands(program, prisma);
  addFlagsCommands(program, prisma, settings);
  addIndexCommands(program, prisma, settings);
  addOriginsCommands(program, prisma);
  addBuildersCommands(program, prisma);
  addNamesCommands(program, prisma);
  addCreatorsCommands(program, prisma);
  addPolicyCommands(program, prisma);
  addKeysCommands(program, settings);
  addProgramsCommands(program, prisma, settings);
  addMcpCommands(program, settings);
  try {
    await program.parseAsync();
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

try {
  await run(loadSettings());
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

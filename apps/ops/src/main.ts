import { CommandFactory } from 'nest-commander';
import { HttpRequestError } from 'viem';
import { SettingsError, loadSettings } from '#settings';
import { ProgramError } from '#programs';
import { commandHelp, PROGRAM } from './command-help.js';
import { databaseFailure } from './database-failure.js';
import { KeysModule } from './keys/keys.module.js';
import { OperatorError } from './operator-error.js';
import { OpsModule } from './ops.module.js';

/** Mistakes are told in a line each; what nobody foresaw shows where it came from. */
function fail(error: unknown): void {
  const ofDatabase = databaseFailure(error);
  if (isUsage(error)) {
    // The command line's parser has said it already.
  } else if (error instanceof SettingsError) process.stderr.write(`${error.lines.join('\n')}\n`);
  else if (ofDatabase !== null) process.stderr.write(`${ofDatabase}\n`);
  else if (error instanceof HttpRequestError) process.stderr.write('the node of RPC_URL cannot be reached\n');
  else if (error instanceof OperatorError || error instanceof ProgramError)
    process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

function isUsage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}

try {
  // First, and again by the module that provides them: Nest would end the program with a stack.
  loadSettings();
  await CommandFactory.run(process.argv[2] === 'keys' ? KeysModule : OpsModule, {
    logger: ['error', 'warn'],
    cliName: PROGRAM,
    helpConfiguration: commandHelp,
    usePlugins: false,
    errorHandler: fail,
    serviceErrorHandler: fail,
  });
} catch (error) {
  fail(error);
}

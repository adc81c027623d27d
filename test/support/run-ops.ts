import { runDbProgram } from '../../apps/ops/src/db-program.js';
import { runProgram } from '../../apps/ops/src/program.js';

export interface OpsResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

/** A command of `npm run ops --`, in this process: starting Node.js for it takes longer than most commands. */
export function runOps(environment: Environment, ...words: string[]): Promise<OpsResult> {
  return run(runProgram, environment, words);
}

/** A command of `npm run db:*`, in this process. */
export function runDb(environment: Environment, ...words: string[]): Promise<OpsResult> {
  return run(runDbProgram, environment, words);
}

async function run(
  program: typeof runProgram,
  environment: Environment,
  words: string[],
): Promise<OpsResult> {
  let stdout = '';
  let stderr = '';
  const output = {
    print: (line: string) => void (stdout += `${line}\n`),
    warn: (line: string) => void (stderr += `${line}\n`),
  };
  const code = await program(words, output, environment);
  return { code, stdout, stderr };
}

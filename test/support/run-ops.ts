import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface OpsResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The operators' program itself, as npm starts it, on a database. */
export async function runOps(
  environment: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<OpsResult> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  try {
    const done = await promisify(execFile)(process.execPath, ['dist/apps/ops/src/main.js', ...words], {
      env,
    });
    return { code: 0, ...done };
  } catch (error) {
    const { code, stdout, stderr } = error as OpsResult;
    return { code, stdout, stderr };
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const GUARDIAN = new URL('../../dist/test/support/postgres-guardian.js', import.meta.url);

/**
 * Starts one PostgreSQL, with the template that suites clone, for the whole run. The run gets a folder for temporary files too. This
 * file is plain JavaScript because Jest does not transform ES modules of its own set-up; what it runs is in `dist/` (`npm run build`).
 */
export default async function startPostgres() {
  const guardian = spawn(process.execPath, [GUARDIAN.pathname], {
    // A session of its own: Ctrl-C reaches the test run only, and the guardian cleans up after it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  guardian.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4_000)));
  const lines = createInterface({ input: guardian.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(guardian, 'exit').then(() => {
      throw new Error(`PostgreSQL for the tests did not start; has \`npm run build\` run?\n${errors}`);
    }),
  ]);
  const { url, temporary } = JSON.parse(line);
  process.env.TEST_POSTGRES_URL = url;
  // Workers have it, and every program that a suite starts.
  process.env.TMPDIR = temporary;
  globalThis.postgresGuardian = guardian;
}

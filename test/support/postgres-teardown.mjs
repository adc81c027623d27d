import { once } from 'node:events';

/** Closing its standard input is what tells the guardian to stop the server and delete the data. */
export default async function stopPostgres() {
  const guardian = globalThis.postgresGuardian;
  if (guardian === undefined || guardian.exitCode !== null) return;
  const ended = once(guardian, 'exit');
  guardian.stdin.end();
  await ended;
}

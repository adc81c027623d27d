import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../support/free-port.js';
import { LocalSystemProcess } from '../../support/local-system.js';
import { median } from '../median.js';

/**
 * The dev loop: the seconds from a save to programs that have started again and respond, against the two seconds that are
 * wanted. The texts stay as they are. `npm run bench:dev`.
 */
const RUNS = 5;
const WANTED_SECONDS = 2;
/** A developer reads what came of a save; meanwhile the next program loads its packages. */
const BETWEEN_SAVES_MS = 6_000;
const SAVES = [
  ['a file of the API', 'apps/api/src/modules/apps/apps.service.ts', ['api']],
  ['a file of the indexer', 'apps/indexer/src/run-indexer.ts', ['indexer']],
  ['a file of a library', 'libs/domain/src/address.ts', ['api', 'indexer']],
] as const;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function environment(folder: string): Promise<Record<string, string>> {
  const names = ['PORT', 'RPC_PORT', 'PG_PORT', 'METRICS_PORT'];
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())] as const));
  return { DATA_DIR: path.join(folder, 'data'), ...Object.fromEntries(ports) };
}

const folder = await mkdtemp(path.join(tmpdir(), 'slipway-dev-'));
await chmod(folder, 0o755);
const system = new LocalSystemProcess(await environment(folder), 'dev');
try {
  say(`npm run dev: first start ready after ${(await system.ready(240)).toFixed(1)} s`);
  const seconds = SAVES.map((): number[] => []);
  for (let run = -1; run < RUNS; run += 1)
    for (const [i, [, file, programs]] of SAVES.entries()) {
      await delay(BETWEEN_SAVES_MS);
      const took = await system.save(file, ...programs);
      if (run >= 0) seconds[i]?.push(took);
    }
  for (const [i, [what, , programs]] of SAVES.entries()) {
    const times = seconds[i] ?? [];
    say(
      `${what} saved, ${programs.join(' and ')} again: ${median(times).toFixed(2)} s (${times.map((time) => time.toFixed(2)).join(', ')}); ` +
        `${(median(times) / WANTED_SECONDS).toFixed(2)} of ${WANTED_SECONDS} s`,
    );
  }
} finally {
  system.signal('SIGINT');
  await system.exitCode();
  await system.removeDatabase();
  await rm(folder, { recursive: true });
}

import { measureCaches } from './measure-caches.js';
import { measureFailover } from './measure-failover.js';
import { measureRestart } from './measure-restart.js';
import { measureStandbys } from './measure-standbys.js';
import { measureTracing } from './measure-tracing.js';

/**
 * What more than one process brings, as ratios of one run.
 *
 *     npm run bench -- scale            all parts
 *     npm run bench -- scale caches  one of them
 */
const PARTS: Readonly<Record<string, () => Promise<boolean>>> = {
  caches: measureCaches,
  standbys: measureStandbys,
  restart: measureRestart,
  failover: measureFailover,
  tracing: measureTracing,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`);
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`${name}\n`);
  if (!(await measure())) process.exitCode = 1;
}

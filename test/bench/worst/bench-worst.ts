import { ApiProcess } from '../../support/api-process.js';
import { IndexerProcess } from '../../support/indexer-process.js';
import { LaunchpadFixture } from '../../support/launchpad-fixture.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { until } from '../../support/until.js';
import { median } from '../median.js';
import { bodyShapes } from './body-shapes.js';
import { explainShapes } from './explain-shapes.js';
import { lineShapes } from './line-shapes.js';
import { measureCost, type Cost } from './measure-cost.js';
import { measureNeighbour } from './measure-neighbour.js';
import { operationShapes } from './operation-shapes.js';
import { ShapeClient } from './shape-client.js';
import type { Shape } from './shape.js';
import { signInShapes } from './sign-in-shapes.js';

/**
 * What the dearest requests cost the server, and what they cost another client. Limits are out of the way: with them a
 * client sends a hundred such requests a minute.
 *
 *     npm run bench -- worst [PART OF A TARGET OR A SHAPE'S NAME ..]
 */
const only = process.argv.slice(2);
const SHOWN = 20;
const RUNS = 5;
const SENT_BY_ATTACKER = 8;
const WANTED = { milliseconds: 10, ratio: 5 };
const PLAIN: Shape = { what: 'a plain request', method: 'GET', target: '/v1/apps?limit=20' };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tell({ shape: { what, method, target, reads = false }, status, milliseconds }: Cost): string {
  const path = target.split('?', 1)[0] ?? target;
  const shown = path.length > 48 ? `${path.slice(0, 45)}...` : path;
  return `${milliseconds.toFixed(2).padStart(8)} ms  ${status ?? 'cut'}  ${method} ${shown}: ${what}${reads ? ' (reads)' : ''}`;
}

async function measureCosts(api: ApiProcess, shapes: readonly Shape[]): Promise<Cost[]> {
  const client = new ShapeClient(api.port, '127.0.0.1');
  for (let i = 0; i < 300; i += 1) await client.send(PLAIN);
  const plain = await measureCost(client, api.pid, PLAIN);
  const costs: Cost[] = [];
  for (const shape of shapes) costs.push(await measureCost(client, api.pid, shape));
  client.close();
  costs.sort((a, b) => b.milliseconds - a.milliseconds);
  say(`CPU of the API's process for one request, ${shapes.length} hostile shapes, the dearest ${SHOWN}:`);
  for (const cost of costs.slice(0, SHOWN)) say(tell(cost));
  say(`${tell(plain)}, for comparison`);
  return costs;
}

async function compareNeighbours(api: ApiProcess, costs: readonly Cost[]): Promise<number> {
  // What is sent to a thread has no functions.
  const shapes = costs.slice(0, SENT_BY_ATTACKER).map(({ shape: { body, ...rest } }) => ({
    ...rest,
    ...(body !== undefined && { body: typeof body === 'function' ? body() : body }),
  }));
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    alone.push(await measureNeighbour(api.port, PLAIN, []));
    beside.push(await measureNeighbour(api.port, PLAIN, shapes));
  }
  const ratio = median(beside) / median(alone);
  say(
    `p99 of a client's plain requests, medians of ${RUNS} interleaved runs: ${median(alone).toFixed(1)} ms alone, ` +
      `${median(beside).toFixed(1)} ms beside four connections of another client with the dearest ${shapes.length}: ` +
      `${ratio.toFixed(1)} times (wanted: at most ${WANTED.ratio})`,
  );
  return ratio;
}

const fixture = await LaunchpadFixture.start();
const token = await fixture.launch(fixture.trader(0), { name: 'Tidepool' });
for (const name of ['Modem', 'Pocket Atlas']) await fixture.launch(fixture.trader(0), { name });
const postgres = await OwnPostgres.start();
const environment = { RPC_URL: fixture.anvil.rpcUrl, DATABASE_URL: postgres.url };
const indexer = IndexerProcess.start(environment);
const api = await ApiProcess.start({
  ...environment,
  ROUTER_ADDRESS: fixture.addresses.router,
  RATE_LIMIT_READ_PER_MINUTE: '100000000',
  RATE_LIMIT_HEAVY_PER_MINUTE: '100000000',
});
try {
  await until('the index is served', async () => (await api.get('/v1/apps')).ok, 60_000);
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${api.origin}/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const shapes = [
    ...operationShapes(),
    ...lineShapes(),
    ...bodyShapes(),
    ...(await signInShapes({ post })),
    ...explainShapes({ ...fixture.addresses, token }),
  ].filter(
    ({ what, target }) => only.length === 0 || only.some((part) => `${target} ${what}`.includes(part)),
  );
  const costs = await measureCosts(api, shapes);
  const tooDear = costs.filter(
    ({ shape, milliseconds }) => shape.reads !== true && milliseconds > WANTED.milliseconds,
  );
  say(`${tooDear.length} that read nothing cost more than ${WANTED.milliseconds} ms (wanted: none)`);
  const ratio = await compareNeighbours(api, costs);
  if (tooDear.length > 0 || ratio > WANTED.ratio) process.exitCode = 1;
} finally {
  await api.stop();
  await indexer.end();
  await postgres.remove();
  await fixture.stop();
}

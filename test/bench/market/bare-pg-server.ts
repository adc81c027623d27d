import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBarePool } from '../bare-pool.js';
import type { CandleColumns } from '../../../apps/api/src/modules/market/candles/candles.repository.js';
import { fillGaps } from './fill-gaps.js';
import { sampleRequests, type SampleRequest } from './sample-requests.js';

/**
 * Child process: the rival of a cold response. node:http and pg, one prepared statement a request, and what it gave as
 * JSON: no validation, no figures computed, no envelope, no headers, no limits, no cache. Gaps of candles are filled in doubles.
 */
const pool = openBarePool({
  url: process.argv[2] ?? '',
  role: 'slipway_api',
  size: 10,
  statementTimeoutMs: 30_000,
});
const requests = new Map(
  Object.values(sampleRequests()).flatMap((list) => list.map((request) => [request.path, request])),
);

const toBody = (row: object, { seconds }: SampleRequest): object =>
  seconds === undefined ? row : fillGaps(row as CandleColumns, seconds);

const server = createServer((request, response) => {
  const sample = requests.get(request.url ?? '');
  if (sample === undefined) {
    response.writeHead(404).end();
    return;
  }
  pool.query({ ...sample.statement, values: [...sample.values] }).then(
    ({ rows }) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(toBody(rows[0] as object, sample))),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

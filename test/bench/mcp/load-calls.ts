import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Message } from './messages.js';

/** Child process: sends messages of a file in turn for some seconds and prints what it measured as JSON. */
const [url = '', file = '', seconds = '3'] = process.argv.slice(2);
const messages = JSON.parse(readFileSync(file, 'utf8')) as Message[];

const { requests, latency, non2xx, errors } = await autocannon({
  url,
  connections: 20,
  duration: Number(seconds),
  requests: messages.map(({ headers, body }) => ({ method: 'POST' as const, headers: { ...headers }, body })),
});
if (non2xx + errors > 0)
  throw new Error(`${non2xx + errors} calls of ${url} failed: nothing can be compared`);
process.stdout.write(
  JSON.stringify({
    perSecond: requests.average,
    calls: requests.total,
    p50: latency.p50,
    p99: latency.p99,
  }),
);

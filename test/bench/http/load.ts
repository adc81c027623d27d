import autocannon from 'autocannon';

/** Child process: loads one URL for some seconds and prints what it measured as JSON. */
const [url = '', seconds = '3', connections = '50'] = process.argv.slice(2);
const { hostname } = new URL(url);
if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  throw new Error('only this machine may be loaded');

const { requests, latency, non2xx, errors } = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
});
process.stdout.write(
  JSON.stringify({
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx + errors,
  }),
);

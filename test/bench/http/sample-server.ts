import 'reflect-metadata';
import { startSampleApi } from '../../support/sample-api.js';

/**
 * Child process: the sample API, whose list is about as large as 50 apps, with its access log on. A first argument above 0: so many
 * milliseconds after a block comes the next one, and every response has to be made again.
 */
const blockEveryMs = Number(process.argv[2] ?? 0);
const { port, head } = await startSampleApi(0, { accessLog: (lines) => process.stderr.write(lines) });
let block = 7n;
if (blockEveryMs > 0)
  setInterval(() => {
    head.moveTo((block += 1n));
  }, blockEveryMs);
process.stdout.write(`${port}\n`);

import { setTimeout as delay } from 'node:timers/promises';
import { BlockWriter } from './block-writer.js';

/** Child process: a block a second with the events of 1,000 buys. Prints how long each took, in milliseconds. */
const TRADES = 1_000;
const [url = '', apps = '1', wallets = '1'] = process.argv.slice(2);

const writer = await BlockWriter.open(url, { apps: Number(apps), wallets: Number(wallets) });
process.stdout.write('ready\n');
for (;;) {
  const { ms } = await writer.write(TRADES);
  process.stdout.write(`${ms}\n`);
  await delay(Math.max(0, 1_000 - ms));
}

import { createInterface } from 'node:readline';
import { BlockWriter } from '../market/block-writer.js';

/** Child process: writes a block of so many trades for each line that it reads, and prints what became of it as JSON. */
const [url = '', apps = '1', wallets = '1', ageSeconds = '0'] = process.argv.slice(2);

const writer = await BlockWriter.open(url, {
  apps: Number(apps),
  wallets: Number(wallets),
  ageSeconds: Number(ageSeconds),
});
process.stdout.write('ready\n');
for await (const line of createInterface(process.stdin))
  process.stdout.write(`${JSON.stringify(await writer.write(Number(line)))}\n`);

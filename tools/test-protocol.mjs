import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * `npm run test:protocol -- NAME [--record]`: what a protocol of libs/protocols has to hold. Its own specs and recorded logs first,
 * then the whole system over a chain: the one that `RPC_URL` and the addresses beside it name, else a local one with its contracts.
 * `--record` writes logs of that chain to `recorded-logs.json` of its folder, to be read and committed.
 */
const [name = '', ...options] = process.argv.slice(2);
const isRecorded = options.includes('--record');
if (!/^[a-z][a-z0-9-]{1,40}$/.test(name) || options.some((option) => option !== '--record')) {
  console.error('usage: npm run test:protocol -- NAME [--record]');
  process.exit(1);
}
if (!existsSync(`libs/protocols/src/${name}`)) {
  console.error(`libs/protocols/src has no ${name}: npm run generate protocol ${name} makes it`);
  process.exit(1);
}

const run = (script, ...words) =>
  spawnSync('npm', ['run', '--silent', script, '--', ...words], {
    stdio: 'inherit',
    env: { ...process.env, PROTOCOL: name, ...(isRecorded && { RECORD_LOGS: 'yes' }) },
  }).status ?? 1;
const onChain = () => run('test:chain', '--testPathPatterns', 'protocol-kit');
const alone = () => run('test:unit', '--testPathPatterns', `libs/protocols/src/(recorded-logs|${name}/)`);
// What is recorded is there for the specs only afterwards.
const steps = isRecorded ? [onChain, alone] : [alone, onChain];
process.exit(steps.reduce((status, step) => status || step(), 0));

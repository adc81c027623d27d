import inspector from 'node:inspector';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Loads the project's packages, waits for the word, and then is the program. */
const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
/** What the programs import of packages beside their index. */
const PARTS = ['viem/chains', 'viem/accounts'];

const started = once(process, 'message');
// However its parent ends, it does not outlive it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
for (const name of [...Object.keys(dependencies).filter((name) => !name.startsWith('@slipway/')), ...PARTS]) {
  // One that cannot be loaded by its name alone is left to the program. One by one: Nest's packages require each other.
  await import(name).catch(() => undefined);
}
const [{ isInspected }] = await started;
process.channel.unref();
if (isInspected) inspector.open(0);
// As if Node.js had been started with it.
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);

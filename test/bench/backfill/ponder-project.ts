import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { launchpadAbi, uniswapV2PairAbi } from '@slipway/protocols/slipway';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID } from '../../../apps/devnet/src/chain/local-addresses.js';
import { freePort } from '../../support/free-port.js';

const LONGEST_MS = 3_600_000;

/** The events that our index reads; handlers that do nothing are enough to have them asked for. */
const EVENTS = [
  ...['Launched', 'Bought', 'Sold', 'Graduated'].map((name) => `Launchpad:${name}`),
  ...['Feed:AnswerUpdated', 'Token:Transfer', 'Pair:Swap', 'Pair:Sync'],
];

const CONFIG = `
import { createConfig, factory } from 'ponder';
import { abis, addresses, chainId, startBlock, url } from './market.json';
const event = (name) => abis.launchpad.find((item) => item.type === 'event' && item.name === name);
const chain = 'model';
export default createConfig({
  chains: { model: { id: chainId, rpc: url } },
  contracts: {
    Launchpad: { chain, startBlock, abi: abis.launchpad, address: addresses.launchpad },
    Feed: { chain, startBlock, abi: abis.feed, address: addresses.feed },
    Token: { chain, startBlock, abi: abis.token,
      address: factory({ address: addresses.launchpad, event: event('Launched'), parameter: 'token' }) },
    Pair: { chain, startBlock, abi: abis.pair,
      address: factory({ address: addresses.launchpad, event: event('Graduated'), parameter: 'pair' }) },
  },
});`;

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module"}',
  'ponder.config.ts': CONFIG,
  'ponder.schema.ts': `import { onchainTable } from 'ponder';
export const nothing = onchainTable('nothing', (t) => ({ id: t.text().primaryKey() }));`,
  'src/index.ts': `import { ponder } from 'ponder:registry';
for (const name of ${JSON.stringify(EVENTS)}) ponder.on(name, async () => {});`,
  'src/api/index.ts': `import { Hono } from 'hono';
export default new Hono();`,
};

/**
 * Has Ponder read the same contracts' history of a node, until it says that it is ready.
 * @param installed a folder with \`ponder\`, \`viem\` and \`hono\` in its \`node_modules\`
 */
export async function readWithPonder(installed: string, url: string, startBlock: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ponder-'));
  const market = {
    ...{ chainId: LOCAL_CHAIN_ID, startBlock, url },
    addresses: { launchpad: LOCAL_ADDRESSES.launchpad, feed: LOCAL_ADDRESSES.priceFeed },
    abis: { launchpad: launchpadAbi, feed: priceFeedAbi, token: platformTokenAbi, pair: uniswapV2PairAbi },
  };
  await mkdir(path.join(folder, 'src/api'), { recursive: true });
  for (const [name, text] of Object.entries({ ...FILES, 'market.json': JSON.stringify(market) }))
    await writeFile(path.join(folder, name), text);
  await symlink(path.resolve(installed, 'node_modules'), path.join(folder, 'node_modules'));
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['node_modules/ponder/dist/esm/bin/ponder.js', 'start', '--schema', 'bench', '--port', String(port)],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PONDER_TELEMETRY_DISABLED: 'true' },
    },
  );
  try {
    await untilReady(child, `http://127.0.0.1:${port}/ready`);
  } finally {
    const exited = once(child, 'exit');
    if (child.kill('SIGKILL')) await exited;
    await rm(folder, { recursive: true });
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4_000)));
  const began = Date.now();
  while (Date.now() - began < LONGEST_MS) {
    if (child.exitCode !== null) throw new Error(`ponder ended before it was ready\n${said}`);
    const response = await fetch(url).catch(() => null);
    if (response?.status === 200) return;
    await pause(500);
  }
  throw new Error(`ponder was not ready in time\n${said}`);
}

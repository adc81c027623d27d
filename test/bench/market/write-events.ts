import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import type { BlockHeader, ChainEvent, Deployment } from '@slipway/chain';
import { addressesOf } from '../../../apps/indexer/src/fold/addresses-of.js';
import { AddressIds } from '../../../apps/indexer/src/tables/address-ids.js';
import { foldBatch } from '../../../apps/indexer/src/fold/fold-batch.js';
import { writeBatch } from '../../../apps/indexer/src/tables/write-batch.js';
import { readState } from '../../../apps/indexer/src/tables/index-state.js';
import { inTransaction } from '../../../apps/indexer/src/postgres/transaction.js';
import { openWriter } from '../../../apps/indexer/src/leadership/writer-connection.js';
import { K, virtualPlatform } from './generate-market.js';
import { LAUNCHPAD, PLATFORM_TOKEN, PRICE_FEED, inventAddress } from './invent-address.js';

/**
 * Child process: the indexer at work, a block a second with the events of 1,000 buys (a trade and its transfer each),
 * through the indexer's own code. Prints how long each took, in milliseconds.
 */
const TRADES = 1_000;
const [url = '', apps = '1', wallets = '1'] = process.argv.slice(2);
const TOKEN = 10n ** 18n;

const deployment: Deployment = {
  chainId: 31_337,
  launchpad: LAUNCHPAD,
  platformToken: PLATFORM_TOKEN,
  priceFeed: PRICE_FEED,
  platformSymbol: 'SLIP',
  initialVirtualPlatform: 30_000n * TOKEN,
  initialVirtualToken: 1_125_000_000n * TOKEN,
  initialRealToken: 1_000_000_000n * TOKEN,
  graduationThreshold: 60_000n * TOKEN,
  totalSupply: 1_000_000_000n * TOKEN,
  feeBps: 100,
};

function hashOf(text: string): Hex {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

function eventsOf(blockNumber: number): ChainEvent[] {
  return Array.from({ length: TRADES }, (_, i): ChainEvent[] => {
    const app = Math.floor(Number(apps) * Math.random() ** 3);
    const token = inventAddress(`app ${app}`);
    const trader = inventAddress(`trader ${Math.floor(Number(wallets) * Math.random() ** 2)}`);
    const at = {
      blockNumber,
      blockHash: hashOf(`block ${blockNumber}`),
      txHash: hashOf(`${blockNumber}|${i}`),
    };
    const tokenAmount = 1_000n * TOKEN;
    return [
      {
        ...at,
        logIndex: i * 2,
        contract: token,
        name: 'Transfer',
        from: LAUNCHPAD,
        to: trader,
        value: tokenAmount,
      },
      {
        ...at,
        logIndex: i * 2 + 1,
        contract: LAUNCHPAD,
        name: 'Bought',
        token,
        trader,
        platformAmount: TOKEN,
        fee: TOKEN / 100n,
        tokenAmount,
        virtualPlatform: virtualPlatform(app),
        virtualToken: K / virtualPlatform(app),
      },
    ];
  }).flat();
}

const writer = await openWriter(url, () => undefined);
if (writer === null) throw new Error('another process writes');
let state = await readState(writer.session, deployment);
const ids = new AddressIds();
process.stdout.write('ready\n');
for (;;) {
  const began = performance.now();
  const number = (state.head?.number ?? 0) + 1;
  const header: BlockHeader = {
    number,
    hash: hashOf(`block ${number}`),
    parentHash: hashOf(`block ${number - 1}`),
    timestamp: Math.floor(Date.now() / 1_000),
    // It is not read: these batches are proved already.
    logsBloom: `0x${'0'.repeat(512)}`,
  };
  const batch = { from: header, to: header, events: eventsOf(number), headers: new Map([[number, header]]) };
  const folded = await foldBatch(batch, state);
  const chain = { newest: header.number, finalityBlocks: 64, levelAt: new Date() };
  const addresses = await ids.resolve(writer.session, addressesOf(folded.rows));
  await inTransaction(writer, () => writeBatch(writer.session, folded, chain, addresses));
  state = folded.after;
  process.stdout.write(`${performance.now() - began}\n`);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 - (performance.now() - began))));
}

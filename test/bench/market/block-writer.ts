import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import type { BlockHeader, ChainEvent } from '@slipway/chain';
import type { Deployment } from '@slipway/protocols';
import { slipway } from '@slipway/protocols/slipway';
import { addressesOf } from '../../../apps/indexer/src/fold/addresses-of.js';
import { AddressIds } from '../../../apps/indexer/src/tables/address-ids.js';
import { foldBatch, type IndexState } from '../../../apps/indexer/src/fold/fold-batch.js';
import { writeBatch } from '../../../apps/indexer/src/tables/write-batch.js';
import { readState } from '../../../apps/indexer/src/tables/index-state.js';
import { inTransaction, type Writer } from '../../../apps/indexer/src/postgres/transaction.js';
import { askForWriter } from '../../support/ask-for-writer.js';
import { K, virtualPlatform } from './generate-market.js';
import { LAUNCHPAD, PLATFORM_TOKEN, PRICE_FEED, inventAddress } from './invent-address.js';

const TOKEN = 10n ** 18n;

const deployment: Deployment = {
  chainId: 31_337,
  launchpad: LAUNCHPAD,
  platformToken: PLATFORM_TOKEN,
  priceFeeds: [PRICE_FEED],
  feeds: [{ address: PRICE_FEED, decimals: 8, isProxy: false }],
  platformSymbol: 'SLIP',
  initialVirtualPlatform: 30_000n * TOKEN,
  initialVirtualToken: 1_125_000_000n * TOKEN,
  initialRealToken: 1_000_000_000n * TOKEN,
  graduationThreshold: 60_000n * TOKEN,
  totalSupply: 1_000_000_000n * TOKEN,
  feePpm: 10_000,
  protocol: slipway,
};

function hashOf(text: string): Hex {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

function eventsOf(blockNumber: number, trades: number, { apps, wallets }: Trading): ChainEvent[] {
  return Array.from({ length: trades }, (_, i): ChainEvent[] => {
    const app = Math.floor(apps * Math.random() ** 3);
    const token = inventAddress(`app ${app}`);
    const trader = inventAddress(`trader ${Math.floor(wallets * Math.random() ** 2)}`);
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
        realPlatform: null,
      },
    ];
  }).flat();
}

interface Trading {
  readonly apps: number;
  readonly wallets: number;
  /** How old its blocks are: those of more than 15 minutes are not told of. */
  readonly ageSeconds?: number;
}

/** A block that was committed. */
export interface WrittenBlock {
  readonly number: number;
  /** What writing it took, in milliseconds, and when it was done, in milliseconds since 1970. */
  readonly ms: number;
  readonly at: number;
}

/** The indexer at work, without a chain: buys (a trade and its transfer each), a block at a time, through the indexer's own code. */
export class BlockWriter {
  private readonly ids = new AddressIds();

  private constructor(
    private readonly writer: Writer,
    private state: IndexState,
    private readonly trading: Trading,
  ) {}

  static async open(url: string, trading: Trading): Promise<BlockWriter> {
    const writer = await askForWriter(url);
    if (writer === null) throw new Error('another process writes');
    return new BlockWriter(writer, await readState(writer.session, deployment), trading);
  }

  async write(trades: number): Promise<WrittenBlock> {
    const began = performance.now();
    const number = (this.state.head?.number ?? 0) + 1;
    const header: BlockHeader = {
      number,
      hash: hashOf(`block ${number}`),
      parentHash: hashOf(`block ${number - 1}`),
      timestamp: Math.floor(Date.now() / 1_000) - (this.trading.ageSeconds ?? 0),
      // It is not read: these batches are proved already.
      logsBloom: `0x${'0'.repeat(512)}`,
    };
    const events = eventsOf(number, trades, this.trading);
    const batch = { from: header, to: header, events, headers: new Map([[number, header]]) };
    const folded = await foldBatch(batch, this.state);
    // An old block is one of a backfill.
    const levelAt = (this.trading.ageSeconds ?? 0) > 0 ? null : new Date();
    const chain = { newest: header.number, firstUnfinal: number - 64, finalBefore: 0, levelAt };
    const { session } = this.writer;
    const addresses = await this.ids.resolve(session, addressesOf(folded.rows));
    await inTransaction(this.writer, () => writeBatch(session, folded, chain, addresses));
    this.state = folded.after;
    return { number, ms: performance.now() - began, at: Date.now() };
  }

  async close(): Promise<void> {
    await this.writer.session.end();
  }
}

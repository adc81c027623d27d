import { toEventSelector, type Hex } from 'viem';
import { lower } from '../model-chain/market.js';
import { LOCAL_ADDRESSES } from '../../../apps/devnet/src/chain/local-addresses.js';

// The recount reads logs by itself: none of its code is the indexer's.

export const LAUNCHPAD = lower(LOCAL_ADDRESSES.launchpad);
export const PLATFORM = lower(LOCAL_ADDRESSES.platformToken);
export const ZERO: Hex = `0x${'0'.repeat(40)}`;
export const DEAD: Hex = `0x${'0'.repeat(36)}dead`;

export interface RawLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: Hex;
}

export interface RawBlock {
  readonly number: number;
  readonly timestamp: number;
  readonly logs: readonly RawLog[];
}

/** Where and when something was. */
export interface Place {
  readonly block: number;
  readonly time: number;
  readonly hash: Hex;
  readonly index: number;
}

export interface Moved extends Place {
  readonly token: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
}

/** A trade as the launchpad or a pair tells it. */
export interface Traded extends Place {
  readonly token: Hex;
  readonly isBuy: boolean;
  readonly named: Hex;
  readonly platform: bigint;
  readonly tokens: bigint;
}

export interface Launched extends Place {
  readonly token: Hex;
  readonly creator: Hex;
}

interface Graduated extends Place {
  readonly token: Hex;
  readonly pair: Hex;
}

/** What one transaction logged. */
export interface RawTransaction {
  readonly moved: readonly Moved[];
  readonly traded: readonly Traded[];
  readonly launched: readonly Launched[];
  readonly graduated: readonly Graduated[];
}

const TOPIC = {
  launched: toEventSelector('Launched(address,address,string,string,string,string,string,uint256)'),
  bought: toEventSelector('Bought(address,address,uint256,uint256,uint256,uint256,uint256)'),
  sold: toEventSelector('Sold(address,address,uint256,uint256,uint256,uint256,uint256)'),
  graduated: toEventSelector('Graduated(address,address,uint256,uint256)'),
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  swap: toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)'),
};

const wordOf = (data: Hex, place: number): bigint =>
  BigInt(`0x${data.slice(2 + 64 * place, 66 + 64 * place)}`);
const addressIn = (word: string): Hex => `0x${word.slice(-40)}`;

/** Reads blocks in their order, and remembers which pair is whose. */
export class LogReader {
  private readonly tokenOfPair = new Map<Hex, Hex>();

  /** The block's transactions that logged something. */
  read({ number, timestamp, logs }: RawBlock): RawTransaction[] {
    const byHash = new Map<Hex, RawLog[]>();
    for (const log of logs) {
      const known = byHash.get(log.transactionHash);
      if (known === undefined) byHash.set(log.transactionHash, [log]);
      else known.push(log);
    }
    return [...byHash].map(([hash, own]) => this.transaction(own, { block: number, time: timestamp, hash }));
  }

  private transaction(logs: readonly RawLog[], at: Omit<Place, 'index'>): RawTransaction {
    const moved: Moved[] = [];
    const traded: Traded[] = [];
    const launched: Launched[] = [];
    const graduated: Graduated[] = [];
    for (const { address, topics, data, logIndex } of logs) {
      const place = { ...at, index: Number(logIndex) };
      const [topic = '0x', first = '0x', second = '0x'] = topics;
      if (topic === TOPIC.transfer)
        moved.push({
          ...place,
          token: address,
          from: addressIn(first),
          to: addressIn(second),
          value: wordOf(data, 0),
        });
      else if (topic === TOPIC.swap) {
        const trade = this.swap(address, data, addressIn(second));
        if (trade !== null) traded.push({ ...place, ...trade });
      } else if (address !== LAUNCHPAD) continue;
      else if (topic === TOPIC.launched)
        launched.push({ ...place, token: addressIn(first), creator: addressIn(second) });
      else if (topic === TOPIC.graduated) {
        const pair = addressIn(data.slice(2, 66));
        this.tokenOfPair.set(pair, addressIn(first));
        graduated.push({ ...place, token: addressIn(first), pair });
      } else if (topic === TOPIC.bought || topic === TOPIC.sold) {
        const [platform, tokens] = [wordOf(data, 0), wordOf(data, 2)];
        const isBuy = topic === TOPIC.bought;
        traded.push({ ...place, token: addressIn(first), isBuy, named: addressIn(second), platform, tokens });
      }
    }
    return { moved, traded, launched, graduated };
  }

  private swap(pair: Hex, data: Hex, to: Hex): Omit<Traded, keyof Place> | null {
    const token = this.tokenOfPair.get(pair);
    if (token === undefined) return null;
    const [in0, in1, out0, out1] = [wordOf(data, 0), wordOf(data, 1), wordOf(data, 2), wordOf(data, 3)];
    const net = [out0 - in0, out1 - in1] as const;
    const [tokens, platform] = BigInt(token) < BigInt(PLATFORM) ? net : [net[1], net[0]];
    if (tokens * platform >= 0n) return null;
    const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
    return { token, isBuy: tokens > 0n, named: to, platform: size(platform), tokens: size(tokens) };
  }
}

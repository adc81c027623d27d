import {
  keccak256,
  pad,
  numberToHex,
  encodeAbiParameters,
  encodeEventTopics,
  type Abi,
  type Hex,
} from 'viem';
import { platformTokenAbi, priceFeedAbi } from '@slipway/chain';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { LOCAL_ADDRESSES } from '../../../apps/devnet/src/chain/local-addresses.js';
import { seededRandom } from '../../support/market-activity.js';

const APPS = 500;
const WALLETS = 5_000;
const SECONDS_PER_BLOCK = 12;
const GENESIS = 1_790_000_000;
const TOKEN = 10n ** 18n;
const FEE_BPS = 100n;

/** The constants that the launchpad tells. */
export const CONSTANTS = {
  INITIAL_VIRTUAL_PLATFORM: 30_000n * TOKEN,
  INITIAL_VIRTUAL_TOKEN: 1_125_000_000n * TOKEN,
  GRADUATION_THRESHOLD: 60_000n * TOKEN,
  TOTAL_SUPPLY: 1_000_000_000n * TOKEN,
  FEE_BPS,
} as const;

/** A block as the replay serves it: its header as JSON, and its logs as bytes of JSON, each with a comma behind it and who logged it. */
export interface ReplayBlock {
  readonly header: string;
  readonly logs: readonly ReplayLog[];
}

interface ReplayLog {
  readonly contract: string;
  readonly json: Buffer;
}

interface Curve {
  readonly token: Hex;
  platform: bigint;
  tokens: bigint;
  readonly held: Map<Hex, bigint>;
  readonly holders: Hex[];
}

const address = (kind: number, index: number): Hex => pad(numberToHex(kind * 2 ** 32 + index), { size: 20 });
const HASH_OF_FIRST = 2 ** 40;
const hashOf = (number: number): Hex => pad(numberToHex(HASH_OF_FIRST + number), { size: 32 });

/** The block that has a hash. */
export const numberOf = (hash: string): number => Number(hash) - HASH_OF_FIRST;
const topicsOf = (abi: Abi, eventName: string): Hex => encodeEventTopics({ abi, eventName })[0] as Hex;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const padded = (value: Hex): Hex => `0x${value.slice(2).padStart(64, '0').toLowerCase()}`;

const TOPICS = {
  launched: topicsOf(launchpadAbi, 'Launched'),
  bought: topicsOf(launchpadAbi, 'Bought'),
  sold: topicsOf(launchpadAbi, 'Sold'),
  transfer: topicsOf(platformTokenAbi, 'Transfer'),
  price: topicsOf(priceFeedAbi, 'AnswerUpdated'),
};

/** Which apps are traded, and who trades them. */
export type Distribution = 'uniform' | 'scenario' | 'concentrated';

/** The item of so many that a random number below 1 stands for. */
const PICK: Record<Distribution, (random: number, items: number) => number> = {
  uniform: (random, items) => Math.floor(random * items),
  // As apps of the local network's scenario: an item of rank r is worth (r + 4) ** -0.8.
  scenario: (random, items) => {
    const first = 4 ** 0.2;
    return Math.min(items - 1, Math.floor((first + random * ((items + 4) ** 0.2 - first)) ** 5 - 4));
  },
  concentrated: (random, items) => Math.floor(random ** 8 * items),
};

export interface MarketShape {
  readonly events: number;
  readonly distribution: Distribution;
  readonly eventsPerBlock: number;
}

/**
 * A chain of a busy market: 70 % trades on curves, 25 % transfers between wallets, 5 % launches and prices of the feed.
 * Each trade comes with the transfer of its tokens and that of the platform tokens, and every twentieth buy after a wallet has
 * funded the buyer, as on a real chain: they are not counted as events.
 */
export class MarketChain {
  readonly blocks: ReplayBlock[] = [];
  events = 0;
  logs = 0;
  private readonly random = seededRandom(8);
  private readonly curves: Curve[] = [];
  private pending: ReplayLog[] = [];
  private bloom = new Uint8Array(256);
  private transaction = 0;

  constructor(private readonly shape: MarketShape) {
    const { events, eventsPerBlock } = shape;
    this.closeBlock();
    this.publishPrice();
    for (let i = 0; i < APPS; i += 1) {
      this.launch(i);
      if (i % eventsPerBlock === eventsPerBlock - 1) this.closeBlock();
    }
    while (this.events < events) {
      for (let i = 0; i < eventsPerBlock; i += 1) this.act();
      this.closeBlock();
    }
  }

  private act(): void {
    const dice = this.random();
    const curve = this.curves[this.pick(APPS)]!;
    if (dice < 0.05) this.publishPrice();
    else if (dice < 0.3 && curve.holders.length > 0) this.send(curve);
    else if (dice < 0.6 && curve.holders.length > 0) this.sell(curve);
    else this.buy(curve);
    this.events += 1;
  }

  private launch(index: number): void {
    const token = address(1, index);
    const texts = [
      `App ${index}`,
      `APP${index}`,
      'An app.',
      'https://example.com/i.png',
      'https://example.com',
    ];
    const data = encodeAbiParameters(
      ['string', 'string', 'string', 'string', 'string', 'uint256'].map((type) => ({ type })),
      [...texts, 100n * TOKEN],
    );
    const launchpad = LOCAL_ADDRESSES.launchpad;
    this.curves.push({
      token,
      platform: CONSTANTS.INITIAL_VIRTUAL_PLATFORM,
      tokens: CONSTANTS.INITIAL_VIRTUAL_TOKEN,
      held: new Map(),
      holders: [],
    });
    this.log(token, [TOPICS.transfer, padded('0x'), padded(launchpad)], word(CONSTANTS.TOTAL_SUPPLY));
    this.log(launchpad, [TOPICS.launched, padded(token), padded(this.wallet())], data.slice(2));
    this.transaction += 1;
    this.events += 1;
  }

  private publishPrice(): void {
    const price = 100_000_000n + BigInt(this.upTo(50_000_000));
    const topics: Hex[] = [TOPICS.price, `0x${word(price)}`, `0x${word(1n)}`];
    this.log(LOCAL_ADDRESSES.priceFeed, topics, word(BigInt(this.time())));
    this.transaction += 1;
  }

  private buy(curve: Curve): void {
    const paid = BigInt(1 + this.upTo(20)) * TOKEN + BigInt(this.upTo(1e9));
    const fee = (paid * FEE_BPS) / 10_000n;
    const after = curve.platform + paid - fee;
    const left = (curve.platform * curve.tokens) / after + 1n;
    const bought = curve.tokens - left;
    const trader = this.wallet();
    if (this.random() < 0.05) {
      this.pay(this.wallet(), trader, paid);
      this.transaction += 1;
    }
    this.pay(trader, LOCAL_ADDRESSES.launchpad, paid);
    [curve.platform, curve.tokens] = [after, left];
    this.move(curve, null, trader, bought);
    this.log(curve.token, [TOPICS.transfer, padded(LOCAL_ADDRESSES.launchpad), padded(trader)], word(bought));
    this.trade(curve, TOPICS.bought, trader, [paid, fee, bought]);
  }

  private sell(curve: Curve): void {
    const { trader, amount } = this.holding(curve);
    const after = curve.tokens + amount;
    const left = (curve.platform * curve.tokens) / after + 1n;
    const paid = curve.platform - left;
    [curve.platform, curve.tokens] = [left, after];
    this.move(curve, trader, null, amount);
    this.log(curve.token, [TOPICS.transfer, padded(trader), padded(LOCAL_ADDRESSES.launchpad)], word(amount));
    const fee = (paid * FEE_BPS) / 10_000n;
    this.pay(LOCAL_ADDRESSES.launchpad, trader, paid - fee);
    this.trade(curve, TOPICS.sold, trader, [paid, fee, amount]);
  }

  private pay(from: Hex, to: Hex, amount: bigint): void {
    this.log(LOCAL_ADDRESSES.platformToken, [TOPICS.transfer, padded(from), padded(to)], word(amount));
  }

  private send(curve: Curve): void {
    const { trader, amount } = this.holding(curve);
    const to = this.wallet();
    this.move(curve, trader, to, amount);
    this.log(curve.token, [TOPICS.transfer, padded(trader), padded(to)], word(amount));
    this.transaction += 1;
  }

  private trade(curve: Curve, topic: Hex, trader: Hex, amounts: readonly bigint[]): void {
    const data = [...amounts, curve.platform, curve.tokens].map(word).join('');
    this.log(LOCAL_ADDRESSES.launchpad, [topic, padded(curve.token), padded(trader)], data);
    this.transaction += 1;
  }

  /** A wallet that holds some, and a third of it. */
  private holding(curve: Curve): { trader: Hex; amount: bigint } {
    const trader = curve.holders[this.upTo(curve.holders.length)]!;
    return { trader, amount: (curve.held.get(trader) ?? 0n) / 3n + 1n };
  }

  private move({ held, holders }: Curve, from: Hex | null, to: Hex | null, amount: bigint): void {
    if (from !== null) {
      const left = held.get(from)! - amount;
      held.set(from, left);
      if (left === 0n) holders.splice(holders.indexOf(from), 1);
    }
    if (to === null) return;
    const before = held.get(to) ?? 0n;
    if (before === 0n) holders.push(to);
    held.set(to, before + amount);
  }

  private log(contract: Hex, topics: readonly Hex[], data: string): void {
    const number = this.blocks.length;
    const json = JSON.stringify({
      address: contract.toLowerCase(),
      topics,
      data: `0x${data}`,
      blockNumber: numberToHex(number),
      blockHash: hashOf(number),
      transactionHash: pad(numberToHex(2 ** 44 + this.transaction), { size: 32 }),
      transactionIndex: '0x0',
      logIndex: numberToHex(this.pending.length),
      removed: false,
    });
    this.pending.push({ contract: contract.toLowerCase(), json: Buffer.from(`${json},`) });
    for (const item of [contract, ...topics]) this.addToBloom(item);
    this.logs += 1;
  }

  private readonly bits = new Map<Hex, readonly number[]>();

  private addToBloom(item: Hex): void {
    let bits = this.bits.get(item);
    if (bits === undefined) {
      const hash = Buffer.from(keccak256(item).slice(2), 'hex');
      bits = [0, 2, 4].map((i) => hash.readUInt16BE(i) % 2_048);
      this.bits.set(item, bits);
    }
    for (const bit of bits) this.bloom[255 - (bit >> 3)]! |= 1 << (bit & 7);
  }

  private closeBlock(): void {
    const number = this.blocks.length;
    const header = JSON.stringify({
      number: numberToHex(number),
      hash: hashOf(number),
      parentHash: number === 0 ? hashOf(2 ** 30) : hashOf(number - 1),
      timestamp: numberToHex(this.time()),
      logsBloom: `0x${Buffer.from(this.bloom).toString('hex')}`,
      transactions: [],
    });
    this.blocks.push({ header, logs: this.pending });
    this.pending = [];
    this.bloom = new Uint8Array(256);
  }

  private time(): number {
    return GENESIS + this.blocks.length * SECONDS_PER_BLOCK;
  }

  private wallet(): Hex {
    return address(2, this.pick(WALLETS));
  }

  private pick(items: number): number {
    return PICK[this.shape.distribution](this.random(), items);
  }

  private upTo(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}

import type { Hex } from 'viem';
import type { ChainEvent, EventTable } from '@slipway/chain';
import { type Deployment } from '@slipway/protocols';
import { DEAD_ADDRESS, ZERO_ADDRESS, toAddress, type Address } from '@slipway/domain';
import type { Pool } from '../decode/pool.js';
import type { Position } from '../decode/rows.js';
import { ContractTable } from './contract-table.js';
import type { FeedPhases } from './feed-phases.js';

/** Contracts whose logs are read, in the order in which they came to be known; events may bring more. */
export interface Contracts {
  readonly events: EventTable;
  /** First topics of events that no contract but a fixed one logs. */
  readonly fixedTopics: readonly Hex[];
  readonly size: number;
  /** Those that no app brought; the others are as many as there are apps. */
  readonly fixed: readonly Hex[];
  /** Where a contract stands, given in any case; -1 when it is not followed. */
  positionOf(address: string): number;
  /** The contracts from one position up to another, which is not included. */
  slice(from: number, to: number): Hex[];
  /** Addresses of contracts that an event brings, which are followed from it on. */
  broughtBy(event: ChainEvent): readonly Address[];
  /** Takes in the contracts that events brought. */
  discover(events: readonly ChainEvent[]): void;
}

const FIXED = 0;
const TOKEN = 1;
const POOL = 2;
const DISTRIBUTOR = 3;

/** Of contracts that no block brings, or takes back. */
const NO_BLOCK = -1;

/** The contracts that the index follows: fixed ones, those of launches and graduations, and distributors. */
export class AppRegistry implements Contracts {
  readonly events: EventTable;
  readonly fixedTopics: readonly Hex[];
  readonly fixed: readonly Hex[];
  private isGivenUp = false;

  constructor(
    readonly deployment: Deployment,
    /** Whose answers the price is made of. */
    readonly feeds: FeedPhases,
    private readonly table = new ContractTable(),
  ) {
    this.events = deployment.protocol.events;
    this.fixedTopics = this.events.topicsOf('Launched', 'Bought', 'Sold', 'Graduated', 'FeeChanged');
    const { launchpad, platformToken, withoutFundings = false } = deployment;
    const fixed = [launchpad, ...(withoutFundings ? [] : [platformToken]), ...feeds.aggregators];
    for (const address of fixed) this.add(address, FIXED);
    this.fixed = fixed.map((address) => address.toLowerCase() as Hex);
  }

  /** What has the app tokens that a curve sells, and gets those that it buys: 0x0 where they are minted and burned. */
  get curve(): Address {
    return this.deployment.protocol.mintsOnCurve ? ZERO_ADDRESS : this.deployment.launchpad;
  }

  get size(): number {
    return this.table.size;
  }

  /** The registry as it was after a block. This one finds nothing new any more: reads that were given up may go on. */
  rewound(block: number, feeds: FeedPhases): AppRegistry {
    this.isGivenUp = true;
    this.table.rewind(block);
    return new AppRegistry(this.deployment, feeds, this.table);
  }

  positionOf(address: string): number {
    return this.table.positionOf(address);
  }

  slice(from: number, to: number): Hex[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, i) => this.table.addressAt(from + i));
  }

  isToken(address: Address): boolean {
    return this.kindOf(address) === TOKEN;
  }

  findPool(address: Address): Pool | undefined {
    const position = this.table.positionOf(address);
    if (position < 0 || this.table.kindAt(position) !== POOL) return undefined;
    const { owner, block: blockNumber, logIndex } = this.table.entryAt(position);
    const token = toAddress(this.table.addressAt(owner));
    const platformIsFirst = BigInt(this.deployment.platformToken) < BigInt(token);
    return { token, platformIsFirst, graduated: { blockNumber, logIndex } };
  }

  isDistributor(address: Address): boolean {
    return this.kindOf(address) === DISTRIBUTOR;
  }

  addDistributor(distributor: Address): void {
    this.add(distributor, DISTRIBUTOR);
  }

  /** Whether an address is where apps are traded at a block; a pool is from the block of its app's graduation on. */
  isMarket(address: Address, blockNumber: number): boolean {
    if (address === this.deployment.launchpad) return true;
    const position = this.table.positionOf(address);
    if (position < 0 || this.table.kindAt(position) !== POOL) return false;
    return blockNumber >= this.table.entryAt(position).block;
  }

  /** Whether an address keeps positions at a block: neither a market nor a burn address. */
  isWallet(address: Address, blockNumber: number): boolean {
    return address !== ZERO_ADDRESS && address !== DEAD_ADDRESS && !this.isMarket(address, blockNumber);
  }

  /** Whether an address may be a person's, or a contract of theirs. Distributors are told from them when they are read. */
  isOwner(address: Address, blockNumber: number): boolean {
    return this.isWallet(address, blockNumber) && !this.isToken(address);
  }

  /** @param block that it was launched in */
  addToken(token: Address, block: number): void {
    this.add(token, TOKEN, block);
  }

  addPool(token: Address, pool: Address, { blockNumber, logIndex }: Position): void {
    // A launchpad graduates nothing that it did not launch: its address is kept all the same.
    this.add(token, FIXED, blockNumber);
    this.add(pool, POOL, blockNumber, this.table.positionOf(token), logIndex);
  }

  broughtBy(event: ChainEvent): readonly Address[] {
    if (event.contract !== this.deployment.launchpad) return [];
    if (event.name === 'Launched') return [event.token];
    return event.name === 'Graduated' ? [event.pair] : [];
  }

  discover(events: readonly ChainEvent[]): void {
    if (this.isGivenUp) throw new Error('this state of the index was given up');
    for (const event of events) {
      if (event.contract !== this.deployment.launchpad) continue;
      if (event.name === 'Launched') this.addToken(event.token, event.blockNumber);
      if (event.name === 'Graduated') this.addPool(event.token, event.pair, event);
    }
  }

  private kindOf(address: Address): number {
    const position = this.table.positionOf(address);
    return position < 0 ? FIXED : this.table.kindAt(position);
  }

  private add(address: Address, kind: number, block = NO_BLOCK, owner = -1, logIndex = 0): void {
    if (this.table.positionOf(address) < 0) this.table.add(address, { kind, block, owner, logIndex });
  }
}

import { EVENT_TOPICS, type ChainEvent, type Deployment } from '#chain';
import { DEAD_ADDRESS, ZERO_ADDRESS, type Address } from '#values';
import { openPool, type Pool } from '../handlers/pool.js';

/**
 * The contracts that the index follows: the fixed ones, those that launches and graduations brought, and the
 * distributors of reward programs.
 */
export class AppRegistry {
  /** First topics of the events that are read. */
  readonly topics = EVENT_TOPICS;
  private readonly tokens = new Set<Address>();
  private readonly pools = new Map<Address, Pool>();
  private readonly distributors = new Set<Address>();

  constructor(readonly deployment: Deployment) {}

  /** Every address whose logs are read. */
  addresses(): Address[] {
    const { launchpad, priceFeed } = this.deployment;
    return [launchpad, priceFeed, ...this.tokens, ...this.pools.keys(), ...this.distributors];
  }

  isToken(address: Address): boolean {
    return this.tokens.has(address);
  }

  findPool(address: Address): Pool | undefined {
    return this.pools.get(address);
  }

  isDistributor(address: Address): boolean {
    return this.distributors.has(address);
  }

  addDistributor(distributor: Address): void {
    this.distributors.add(distributor);
  }

  /** Whether an address is where apps are traded at a block; a pool is from the block of its app's graduation on. */
  isMarket(address: Address, blockNumber: number): boolean {
    if (address === this.deployment.launchpad) return true;
    const pool = this.pools.get(address);
    return pool !== undefined && blockNumber >= pool.graduated.blockNumber;
  }

  /** Whether an address keeps positions at a block: every one does that is neither a market nor a grave. */
  isWallet(address: Address, blockNumber: number): boolean {
    return address !== ZERO_ADDRESS && address !== DEAD_ADDRESS && !this.isMarket(address, blockNumber);
  }

  addToken(token: Address): void {
    this.tokens.add(token);
  }

  addPool(pool: Pool): void {
    this.pools.set(pool.address, pool);
  }

  /** Takes in the apps and pools that events brought, and returns the addresses that were not known before. */
  discover(events: readonly ChainEvent[]): Address[] {
    const found: Address[] = [];
    for (const event of events) {
      if (event.contract !== this.deployment.launchpad) continue;
      if (event.name === 'Launched' && !this.tokens.has(event.token)) {
        this.addToken(event.token);
        found.push(event.token);
      }
      if (event.name === 'Graduated' && !this.pools.has(event.pair)) {
        this.addPool(openPool(event.token, event.pair, this.deployment.platformToken, event));
        found.push(event.pair);
      }
    }
    return found;
  }
}

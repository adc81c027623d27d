import type { Address } from 'viem';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { askAgain } from './ask-again.js';
import { ServedMarket } from './served-market.js';
import { signIn } from './wallet.js';

export interface OwnRead<T> {
  readonly body: T;
  readonly headers: Headers;
}

/** A served market of six apps, one of them graduated. One of its traders has some of each and is signed in. */
export class ServedOwner {
  private constructor(
    readonly served: ServedMarket,
    readonly wallet: ReturnType<typeof localAccount>,
    private readonly bearer: string,
  ) {}

  static async start(seed: number): Promise<ServedOwner> {
    const wallet = localAccount(3);
    const served = await ServedMarket.start(seed, async (market, fixture) => {
      await market.open(6);
      for (const app of market.tokens) await fixture.buy(wallet.address, app, 100n * 10n ** 18n);
      await market.graduate(market.tokens[0]!);
      await market.act(60);
    });
    try {
      return new ServedOwner(served, wallet, await signIn(served.api, wallet));
    } catch (error) {
      await served.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.served.stop();
  }

  /** Asks for a path below `/portfolio/{address}`. */
  get(path: string, address: Address = this.wallet.address, bearer = this.bearer): Promise<Response> {
    return this.served.api.get(`/portfolio/${address}${path}`, { Authorization: `Bearer ${bearer}` });
  }

  /** Reads a path that must return 200, for its reader alone: at once, or when a busy machine has time for it. */
  async read<T>(path: string, address?: Address, bearer?: string): Promise<OwnRead<T>> {
    const response = await askAgain(() => this.get(path, address, bearer));
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    return { body: (await response.json()) as T, headers: response.headers };
  }
}

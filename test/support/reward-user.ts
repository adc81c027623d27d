import { createWalletClient, http, parseEventLogs, type Address, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { localChain } from '../../apps/devnet/src/chain/viem-chain.js';
import { platformTokenAbi, universalRewardsDistributorAbi } from '@slipway/chain';
import { askAgain } from './ask-again.js';
import { awaitReceipt } from './await-receipt.js';
import type { RewardFixture } from './reward-fixture.js';
import type { RunningApi } from './running-api.js';
import { signIn } from './wallet.js';

interface Summary {
  address: string;
  totalClaimableUsd?: number;
  items: {
    programId: string;
    tokenAddress: string;
    symbol: string;
    claimable: string;
    claimableUsd?: number;
  }[];
}

interface Payload {
  to: Address;
  data: Hex;
  value: string;
  chainId: number;
  merkleProofs: { programId: string; proof: Hex[] }[];
}

/** A builder's page with a wallet: signed in, it asks the API and sends what it is given. */
export class RewardUser {
  private constructor(
    private readonly api: RunningApi,
    private readonly fixture: RewardFixture,
    private readonly account: PrivateKeyAccount,
    readonly address: Address,
    readonly headers: Record<string, string>,
  ) {}

  /** @param contract the contract wallet that the key signs for */
  static async signIn(
    api: RunningApi,
    rewards: RewardFixture,
    account: PrivateKeyAccount,
    contract?: Address,
  ): Promise<RewardUser> {
    const token = await signIn(api, { ...account, address: contract ?? account.address });
    return new RewardUser(api, rewards, account, contract ?? account.address, {
      Authorization: `Bearer ${token}`,
    });
  }

  path(route: string): string {
    return `/rewards/${this.address}${route}`;
  }

  get(route: string): Promise<Response> {
    return this.api.get(this.path(route), this.headers);
  }

  async rewards(): Promise<Summary> {
    return (await (await this.get('')).json()) as Summary;
  }

  /** Without a body when there is none. */
  ask(body?: unknown): Promise<Response> {
    if (body !== undefined) return this.api.post(this.path('/claim-payload'), body, this.headers);
    const url = `${this.api.origin}/v1${this.path('/claim-payload')}`;
    return fetch(url, { method: 'POST', headers: this.headers });
  }

  /** As a page does, which asks again after a 503. */
  async payload(body?: unknown): Promise<Payload> {
    const response = await askAgain(() => this.ask(body));
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as Payload;
  }

  /** Sends a payload, signed by the wallet or a relayer; what the receipt says was paid. */
  async send(
    { to, data, value }: Payload,
    sender = this.account,
  ): Promise<{ transfers: { to: Address; value: bigint }[]; block: bigint }> {
    const { rpcUrl } = this.fixture.fixture.anvil;
    const wallet = createWalletClient({ account: sender, chain: localChain, transport: http(rpcUrl) });
    const hash = await wallet.sendTransaction({ to, data, value: BigInt(value) });
    const receipt = await awaitReceipt(this.fixture.fixture.client, hash);
    if (receipt.status !== 'success') throw new Error('the claim reverted');
    const logs = parseEventLogs({ abi: platformTokenAbi, eventName: 'Transfer', logs: receipt.logs });
    const claims = parseEventLogs({
      abi: universalRewardsDistributorAbi,
      eventName: 'Claimed',
      logs: receipt.logs,
    });
    expect(claims).toHaveLength(logs.length);
    return {
      transfers: logs.map(({ args }) => ({ to: args.to, value: args.value })),
      block: receipt.blockNumber,
    };
  }
}

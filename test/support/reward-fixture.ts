import type { Address, Hex } from 'viem';
import type pg from 'pg';
import { ChainNode, RewardContracts, platformTokenAbi, universalRewardsDistributorAbi } from '@slipway/chain';
import { PrismaService } from '@slipway/database';
import { Programs, type NewProgram, type Publication } from '@slipway/reward-programs';
import { systemClock, toAddress, type Address as Eip55 } from '@slipway/domain';
import { loadArtifact } from '../../apps/devnet/src/contracts/artifact.js';
import { LOCAL_CHAIN_ID } from '../../apps/devnet/src/chain/local-addresses.js';
import { awaitReceipt } from './await-receipt.js';
import { createPool } from '../../libs/database/src/pool.js';
import { LaunchpadFixture } from './launchpad-fixture.js';
import { IndexFixture } from './index-fixture.js';
import { withClient } from './pg-client.js';
import type { TestDatabase } from './postgres.js';
import { throwIt } from './throw-it.js';

export const WHOLE = 10n ** 18n;
export const DAY_SECONDS = 86_400;

/** A chain with the launchpad, its index, and operators' work with programs on both. */
export class RewardFixture {
  private constructor(
    readonly fixture: LaunchpadFixture,
    readonly index: IndexFixture,
    readonly programs: Programs,
    private readonly prisma: PrismaService,
    readonly pool: pg.Pool,
  ) {}

  /**
   * @param nodeOf the URL of the node that the index reads, when it is not the chain's own
   * @param own a migrated database to use instead of one of the suites' server
   */
  static async open(
    nodeOf: (rpcUrl: string) => Promise<string> = (rpcUrl) => Promise.resolve(rpcUrl),
    own?: TestDatabase,
  ): Promise<RewardFixture> {
    const fixture = await LaunchpadFixture.start();
    const rpcUrl = await nodeOf(fixture.anvil.rpcUrl);
    const index = await IndexFixture.open(rpcUrl, {}, undefined, undefined, undefined, own);
    const limits = { statementTimeoutMs: 300_000, poolTimeoutMs: 300_000 };
    const settings = { role: 'slipway_ops', size: 2, ...limits } as const;
    const prisma = new PrismaService({ ...settings, url: index.database.url }, throwIt);
    const pool = createPool({ ...settings, url: index.database.url }, throwIt);
    const contracts = new RewardContracts(new ChainNode([fixture.anvil.rpcUrl], LOCAL_CHAIN_ID));
    await index.catchUp();
    return new RewardFixture(fixture, index, new Programs(prisma, contracts, systemClock), prisma, pool);
  }

  async close(): Promise<void> {
    await this.prisma.$close();
    await this.pool.end();
    await this.index.close();
    await this.fixture.stop();
  }

  get databaseUrl(): string {
    return this.index.database.url;
  }

  /** A distributor of the operator, with platform tokens in it. */
  async deployDistributor(funds: bigint): Promise<Eip55> {
    const { client, operator } = this.fixture;
    const { abi, bytecode } = loadArtifact('UniversalRewardsDistributor');
    const hash = await client.deployContract({
      abi,
      bytecode,
      args: [operator],
      account: operator,
      chain: null,
    });
    const { contractAddress } = await awaitReceipt(client, hash);
    if (typeof contractAddress !== 'string') throw new Error('no distributor was deployed');
    if (funds > 0n) await this.fixture.platform('transfer', operator, [contractAddress, funds]);
    return toAddress(contractAddress);
  }

  /** Adds a program that lists amounts for accounts, all of them vested on its first day, two days ago. */
  async addList(
    id: string,
    amounts: ReadonlyMap<Address, bigint>,
    more: Partial<NewProgram> = {},
  ): Promise<NewProgram> {
    const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
    const startsAt = new Date((Math.floor(Date.now() / 1_000) - 2 * DAY_SECONDS) * 1_000);
    const program: NewProgram = {
      id,
      name: `Program ${id}`,
      tokenAddress: null,
      rewardToken: toAddress(this.fixture.addresses.platformToken),
      distributor: more.distributor ?? (await this.deployDistributor(total)),
      emissionsPerDay: total,
      startsAt,
      endsAt: new Date(startsAt.getTime() + DAY_SECONDS * 1_000),
      rule: 'list',
      eligibility: 'Everybody on the list.',
      allocationsPublic: false,
      ...more,
    };
    const list = [...amounts].map(([account, amount]) => ({ account: toAddress(account), amount }));
    await this.programs.add(program, list);
    return program;
  }

  /** Publishes a program's next tree and sets its root, as its operator and its distributor's owner do. */
  async publish(id: string): Promise<Publication> {
    await this.index.catchUp();
    const publication = await this.programs.publish(id, null);
    await this.sendSetRoot(publication);
    await this.index.catchUp();
    return publication;
  }

  async sendSetRoot({ distributor, setRootCalldata }: Publication): Promise<void> {
    const { client, operator } = this.fixture;
    const hash = await client.sendTransaction({
      to: distributor,
      data: setRootCalldata,
      account: operator,
      chain: null,
    });
    await awaitReceipt(client, hash);
  }

  /** Sets any root. */
  async setRoot(distributor: Address, root: Hex): Promise<void> {
    await this.fixture.write({
      address: distributor,
      abi: universalRewardsDistributorAbi,
      functionName: 'setRoot',
      args: [root, root],
      from: this.fixture.operator,
    });
  }

  /** Claims with the proof that the database has, sent by the operator for an account. */
  async claim(programId: string, account: Address): Promise<void> {
    const due = await this.programs.findClaim(programId, toAddress(account));
    if (due === null) throw new Error(`${account} has no leaf in ${programId}`);
    await this.fixture.write({
      address: due.distributor,
      abi: universalRewardsDistributorAbi,
      functionName: 'claim',
      args: [account, due.rewardToken, due.cumulative, due.proof],
      from: this.fixture.operator,
    });
  }

  /** Lets days pass on the chain. */
  async passDays(days: number): Promise<void> {
    await this.fixture.client.increaseTime({ seconds: days * DAY_SECONDS });
    await this.fixture.client.mine({ blocks: 1 });
  }

  async paidTo(account: Address): Promise<bigint> {
    return this.fixture.client.readContract({
      address: this.fixture.addresses.platformToken,
      abi: platformTokenAbi,
      functionName: 'balanceOf',
      args: [account],
    });
  }

  /** Puts this fixture's programs and trees' roots into another database. */
  readonly copyPrograms = async (databaseUrl: string): Promise<void> => {
    await withClient(databaseUrl, async (target) => {
      const { rows } = await this.pool.query<{ program: string }>(
        'SELECT to_jsonb(p)::text AS program FROM programs p',
      );
      for (const { program } of rows) {
        await target.query(
          'INSERT INTO public.programs SELECT * FROM jsonb_populate_record(null::public.programs, $1::jsonb)',
          [program],
        );
      }
    });
  };
}

import { ChainNode, RewardContracts, encodeSetRoot } from '@slipway/chain';
import { PrismaService, addressOfId, idOfAddress, type Statement } from '@slipway/database';
import { Programs, type ProgramState } from '@slipway/reward-programs';
import { systemClock, toAddress, type Address } from '@slipway/domain';
import { ACCOUNT, localAccount } from '../chain/accounts.js';
import type { Call } from '../chain/encode-calls.js';
import { LOCAL_CHAIN_ID } from '../chain/local-addresses.js';
import type { Detail } from '../progress/progress.js';
import { waitUntil } from '../progress/wait-until.js';
import { PROGRAM_APPS, PROGRAM_COUNT, planPrograms, type TradedApp } from './plan-programs.js';
import {
  blockNumber,
  deployDistributors,
  distributorAddresses,
  encodeClaim,
  sendAsOperator,
} from './reward-chain.js';

/** What the rewards of the local network are built on. */
export interface RewardsConnections {
  readonly rpcUrl: string;
  /** A login that may work as `slipway_ops`. */
  readonly databaseUrl: string;
}

const NO_ROOT = `0x${'00'.repeat(32)}`;
/** The oldest apps that an account traded a few times: the same ones at every start, since live trading is of others. */
const TRADED_APPS: Statement<[trader: string, limit: number], TradedApp> = {
  text: `SELECT ${addressOfId('a.token_id')} AS token, a.symbol
    FROM apps a JOIN trades t ON t.token_id = a.token_id AND t.trader_id = ${idOfAddress('$1')}
    GROUP BY a.token_id HAVING count(*) >= 3 ORDER BY a.block_number, a.log_index LIMIT $2`,
};

const INDEX_TIMEOUT_MS = 60_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** The API's own would end a start on a busy machine. */
const POOL_TIMEOUT_MS = 15_000;

/** Accounts that have claimed: #3 everywhere, these on the programs of the protocol. */
const CLAIMANTS = [11, 14, 17, 20, 23, 26];

/**
 * Puts reward programs on a local network whose trading is indexed: distributors, programs, trees, roots and some
 * claims, by the same code as operators' commands. Existing parts stay as they are, so that a start goes on
 * where an interrupted one ended.
 */
export async function buildRewards(
  { rpcUrl, databaseUrl }: RewardsConnections,
  detail: Detail,
): Promise<void> {
  const prisma = new PrismaService(
    {
      url: databaseUrl,
      role: 'slipway_ops',
      size: 2,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      poolTimeoutMs: POOL_TIMEOUT_MS,
    },
    ({ message }) => {
      detail(message);
    },
  );
  try {
    const contracts = new RewardContracts(new ChainNode([rpcUrl], LOCAL_CHAIN_ID));
    const programs = new Programs(prisma, contracts, systemClock);
    await addPrograms(prisma, programs, rpcUrl);
    await untilIndexed(prisma, rpcUrl);
    await setRoots(programs, contracts, rpcUrl);
    await claim(programs, contracts, rpcUrl);
    await untilIndexed(prisma, rpcUrl);
    detail(`${PROGRAM_COUNT} programs`);
  } finally {
    await prisma.$close();
  }
}

async function addPrograms(prisma: PrismaService, programs: Programs, rpcUrl: string): Promise<void> {
  const known = await ofOurs(programs);
  if (known.length === PROGRAM_COUNT) return;
  const distributors = distributorAddresses(PROGRAM_COUNT);
  const regular = localAccount(ACCOUNT.regular).address;
  const planned = planPrograms(
    await prisma.$run(TRADED_APPS, regular, PROGRAM_APPS),
    distributors,
    systemClock.now(),
  );
  await deployDistributors(
    rpcUrl,
    planned.map(({ budget }) => budget),
  );
  const taken = new Set(known.map(({ distributor }) => distributor));
  for (const { program, list } of planned) {
    if (!taken.has(program.distributor)) await programs.add(program, list);
  }
}

/** Publishes the programs that never were, and sets the roots of distributors that have none. */
async function setRoots(programs: Programs, contracts: RewardContracts, rpcUrl: string): Promise<void> {
  const now = systemClock.now();
  const calls: Call[] = [];
  for (const { id, distributor, startsAt, lastRoot } of await ofOurs(programs)) {
    if (startsAt > now || (await contracts.findRoot(distributor)) !== NO_ROOT) continue;
    const root = lastRoot ?? (await programs.publish(id, null)).root;
    calls.push({ to: distributor, data: encodeSetRoot(root) });
  }
  await sendAsOperator(rpcUrl, calls);
}

/** Claims for accounts that never did, where the tree that we know is in force. */
async function claim(programs: Programs, contracts: RewardContracts, rpcUrl: string): Promise<void> {
  const calls: Call[] = [];
  for (const { id, tokenAddress, distributor, lastRoot } of await ofOurs(programs)) {
    if (lastRoot === null || (await contracts.findRoot(distributor)) !== lastRoot) continue;
    const claimants = tokenAddress === null ? [ACCOUNT.claimant, ...CLAIMANTS] : [ACCOUNT.claimant];
    for (const number of claimants) {
      const due = await programs.findClaim(id, toAddress(localAccount(number).address));
      if (due?.claimed === 0n) calls.push(encodeClaim(due));
    }
  }
  await sendAsOperator(rpcUrl, calls);
}

async function ofOurs(programs: Programs): Promise<ProgramState[]> {
  const ours = new Set<Address>(distributorAddresses(PROGRAM_COUNT));
  return (await programs.list()).filter(({ distributor }) => ours.has(distributor));
}

/** Until the index holds everything that the chain holds now, the distributors of all programs included. */
async function untilIndexed(prisma: PrismaService, rpcUrl: string): Promise<void> {
  const head = await blockNumber(rpcUrl);
  await waitUntil('the programs are indexed', INDEX_TIMEOUT_MS, async () => {
    const indexed = await prisma.client.head.findFirst();
    return (
      indexed !== null &&
      indexed.blockNumber >= head &&
      indexed.distributors >= (await prisma.client.program.count())
    );
  });
}

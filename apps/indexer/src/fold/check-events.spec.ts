import type { ChainEvent, EventName, EventOf } from '@slipway/chain';
import type { Deployment } from '@slipway/protocols';
import { slipway } from '@slipway/protocols/slipway';
import { ONE_TOKEN, ZERO_ADDRESS, type Address } from '@slipway/domain';
import { AppRegistry } from '../registry/app-registry.js';
import { FeedPhases } from '../registry/feed-phases.js';
import { checkEvents } from './check-events.js';
import type { CheckedRange } from './checked-range.js';
import { ContradictionError, NO_FINDINGS, keyOf } from './contradiction.js';
import { numberedAddress } from '../../../../test/support/numbered-address.js';

const LAUNCHPAD = numberedAddress(1);
const PLATFORM = numberedAddress(2);
const FEED = numberedAddress(3);
const TOKEN = numberedAddress(9);
const PAIR = numberedAddress(10);
const WALLET = numberedAddress(20);
const OTHER = numberedAddress(21);
const SUPPLY = 1_000n * ONE_TOKEN;

const deployment: Deployment = {
  ...{
    chainId: 31_337,
    launchpad: LAUNCHPAD,
    platformToken: PLATFORM,
    priceFeeds: [FEED],
    feeds: [{ address: FEED, decimals: 8, isProxy: false }],
    platformSymbol: 'SLIP',
  },
  ...{ initialVirtualPlatform: 300n, initialVirtualToken: SUPPLY, initialRealToken: SUPPLY },
  ...{ graduationThreshold: 150n, totalSupply: SUPPLY, feePpm: 10_000, protocol: slipway },
};

type Plain = readonly [name: EventName, contract: Address, args: Record<string, unknown>];

const sent = (from: Address, to: Address, value: bigint): Plain => ['Transfer', TOKEN, { from, to, value }];

const traded = (
  name: 'Bought' | 'Sold',
  paid: bigint,
  tokens: bigint,
  platform: bigint,
  left: bigint,
): Plain[] => [
  name === 'Bought' ? sent(LAUNCHPAD, WALLET, tokens) : sent(WALLET, LAUNCHPAD, tokens),
  [
    name,
    LAUNCHPAD,
    {
      ...{
        token: TOKEN,
        trader: WALLET,
        platformAmount: paid,
        fee: name === 'Bought' ? 1n : 2n,
        tokenAmount: tokens,
      },
      ...{ virtualPlatform: platform, virtualToken: left },
    },
  ],
];

const synced = (platform: bigint, tokens: bigint): Plain => [
  'Sync',
  PAIR,
  { reserve0: platform, reserve1: tokens },
];

const swapped = (platformIn: bigint, tokensOut: bigint): Plain => [
  'Swap',
  PAIR,
  { amount0In: platformIn, amount1In: 0n, amount0Out: 0n, amount1Out: tokensOut, to: WALLET },
];

/** One transaction a line: everything that apps do, by the contracts' arithmetic. */
const LIFE: readonly (readonly Plain[])[] = [
  [sent(ZERO_ADDRESS, LAUNCHPAD, SUPPLY), ['Launched', LAUNCHPAD, { token: TOKEN, creator: WALLET }]],
  traded('Bought', 101n, 5_000n, 400n, SUPPLY - 5_000n),
  traded('Sold', 50n, 2_000n, 350n, SUPPLY - 3_000n),
  // A donation to the pair that is to be, one of nothing in the launchpad's name, and two trades at once.
  [sent(WALLET, PAIR, 5n), sent(LAUNCHPAD, OTHER, 0n), sent(WALLET, LAUNCHPAD, 7n)],
  [
    ...traded('Bought', 11n, 400n, 360n, SUPPLY - 3_400n),
    ...traded('Bought', 11n, 390n, 370n, SUPPLY - 3_790n),
  ],
  [
    ...traded('Bought', 81n, 2_000n, 450n, SUPPLY - 5_790n),
    sent(PAIR, OTHER, 5n),
    sent(LAUNCHPAD, PAIR, 9_000n),
    synced(150n, 9_000n),
    ['Graduated', LAUNCHPAD, { token: TOKEN, pair: PAIR }],
  ],
  [sent(PAIR, WALLET, 600n), synced(161n, 8_400n), swapped(11n, 600n)],
  // Given to the pair and taken for its own, then a swap that was paid for before.
  [sent(WALLET, PAIR, 100n), synced(161n, 8_500n)],
  [sent(PAIR, WALLET, 500n), synced(171n, 8_000n), swapped(10n, 500n)],
];

/** A transfer between wallets tells only when its recipient spends it. */
const UNTOLD = [
  [3, 1],
  [3, 2],
].map(String);

function toEvents(life: readonly (readonly Plain[])[]): ChainEvent[] {
  return life.flatMap((transaction, block) =>
    transaction.map(
      ([name, contract, args], logIndex) =>
        ({
          ...args,
          name,
          contract,
          logIndex,
          blockNumber: block,
          blockHash: '0x',
          txHash: `0x${block}`,
        }) as unknown as ChainEvent,
    ),
  );
}

function check(events: readonly ChainEvent[], accepted: readonly string[] = []): Promise<CheckedRange> {
  const registry = new AppRegistry(deployment, FeedPhases.of(deployment.feeds));
  registry.discover(toEvents(LIFE));
  return checkEvents(events, {
    registry,
    rounds: new Map(),
    curveFee: null,
    findings: { ...NO_FINDINGS, accepted: new Set(accepted) },
  });
}

async function contradictionOf(
  events: readonly ChainEvent[],
): Promise<ContradictionError['contradiction'] | null> {
  try {
    const { pairs, openings } = await check(events);
    const opening = openings.get(TOKEN);
    if (opening !== undefined) return { ...opening, kind: 'launch', app: TOKEN, since: null, what: '' };
    const closing = pairs.get(PAIR);
    return closing === undefined || closing.change === closing.reserve
      ? null
      : { kind: 'pool', app: TOKEN, blockNumber: closing.blockNumber, logIndex: 0, since: null, what: '' };
  } catch (error) {
    if (error instanceof ContradictionError) return error.contradiction;
    throw error;
  }
}

describe('checkEvents', () => {
  it('finds nothing wrong with all that an app does', async () => {
    expect(await contradictionOf(toEvents(LIFE))).toBeNull();
  });

  it.each(LIFE.flatMap((transaction, block) => transaction.map(([name], log) => ({ name, block, log }))))(
    'tells that $name of transaction $block is missing ($log)',
    async ({ block, log }) => {
      const events = toEvents(LIFE).filter((one) => one.blockNumber !== block || one.logIndex !== log);
      const found = await contradictionOf(events);
      if (UNTOLD.includes(`${block},${log}`)) {
        expect(found).toBeNull();
        return;
      }
      expect(found?.app).toBe(TOKEN);
      expect(found?.blockNumber).toBeGreaterThanOrEqual(block);
      expect(found?.since ?? 0).toBeLessThanOrEqual(block);
    },
  );

  it.each([1, 2, 4, 5, 6, 7, 8])('tells that all logs of transaction %i are missing', async (block) => {
    const events = toEvents(LIFE).filter(({ blockNumber }) => blockNumber !== block);
    // What is last shows with what comes next.
    const after = toEvents([...LIFE, [sent(PAIR, WALLET, 500n), synced(181n, 7_500n), swapped(10n, 500n)]]);
    const rest =
      block === LIFE.length - 1 ? after.filter(({ blockNumber }) => blockNumber !== block) : events;
    expect(await contradictionOf(rest)).not.toBeNull();
  });

  it('asks for the reserves that a range begins with', async () => {
    const events = toEvents(LIFE).filter(({ blockNumber }) => blockNumber === 2);
    const { openings } = await check(events);
    expect(openings.get(TOKEN)).toMatchObject({ venue: 'curve', platform: 400n, tokens: SUPPLY - 5_000n });
    const later = await check(toEvents(LIFE).filter(({ blockNumber }) => blockNumber === 6));
    expect(later.openings.get(TOKEN)).toMatchObject({ venue: 'pool', platform: 150n, tokens: 9_000n });
  });

  it('tells a round of the feed that is missing, where rounds follow each other, and no other', async () => {
    const answers = (...rounds: number[]): ChainEvent[] =>
      toEvents(
        rounds.map((round) => [
          ['AnswerUpdated', FEED, { current: 1n, roundId: BigInt(round), updatedAt: 1n }],
        ]),
      );
    for (const fine of [
      [7, 8, 9],
      [7, 9, 12],
      [1, 1, 1],
      [7, 8, 3, 4],
    ])
      expect(await contradictionOf(answers(...fine))).toBeNull();
    expect(await contradictionOf(answers(7, 8, 10))).toMatchObject({
      kind: 'feed',
      app: FEED,
      since: 1,
      blockNumber: 2,
    });
  });

  it('tells that a change of the fee is missing, and looks at no fee that never changes', async () => {
    const [launch = [], ...rest] = LIFE;
    const changed = (feePpm: number): Plain => ['FeeChanged', LAUNCHPAD, { feePpm }];
    // 1 of 101, then 2 of 50.
    const life = [[changed(9_000), ...launch], rest[0]!, [changed(40_000)], rest[1]!];
    expect(await contradictionOf(toEvents(life))).toBeNull();
    const events = toEvents(life).filter(({ blockNumber }) => blockNumber !== 2);
    const missing = { kind: 'transaction', app: TOKEN, blockNumber: 3, since: 0 };
    expect(await contradictionOf(events)).toMatchObject(missing);
  });

  it('passes over what the chain itself was found to contradict, and goes on from it', async () => {
    const events = toEvents(LIFE).filter(({ blockNumber }) => blockNumber !== 2);
    const found = (await contradictionOf(events))!;
    const name = ({ name: one }: Pick<EventOf<EventName>, 'name'>): string => one;
    expect(name(events.find(({ blockNumber }) => blockNumber === found.blockNumber)!)).toBe('Transfer');
    await expect(check(events, [keyOf(found)])).resolves.toBeDefined();
  });
});

import type { ChainEvent, Deployment, EventOf } from '@slipway/chain';
import { TimeSlices, ZERO_ADDRESS, type Address } from '@slipway/domain';
import { isAfter, type Position } from '../decode/rows.js';
import type { AppRegistry } from '../registry/app-registry.js';
import type { CheckedRange, FeedRound, Opening, PairClosing } from './checked-range.js';
import { ContradictionError, keyOf, type Contradiction, type Findings } from './contradiction.js';

interface CheckContext {
  readonly registry: AppRegistry;
  readonly findings: Findings;
  /** The feed's last round before the range; null when it is not known. */
  readonly feed: FeedRound | null;
}

/**
 * Checks a range's events by the arithmetic of their contracts (docs/design/self-repair.md). Pure; events in chain order, whole blocks.
 * @throws ContradictionError at the first that does not fit what came before it
 */
export async function checkEvents(
  events: readonly ChainEvent[],
  context: CheckContext,
): Promise<CheckedRange> {
  const check = new EventCheck(context);
  const slices = new TimeSlices();
  let begin = 0;
  for (let end = 1; end <= events.length; end += 1) {
    if (events[end]?.txHash === events[begin]?.txHash && end < events.length) continue;
    if (slices.isDue) await slices.next();
    check.transaction(events.slice(begin, end));
    begin = end;
  }
  return check;
}

type CurveTrade = EventOf<'Bought' | 'Sold'>;

class EventCheck implements CheckedRange {
  readonly openings = new Map<Address, Opening>();
  readonly pairs = new Map<Address, PairClosing>();
  feed: FeedRound | null;
  private readonly reserves = new Map<Address, Opening>();
  private readonly pairChanges = new Map<Address, bigint>();
  private readonly registry: AppRegistry;
  private readonly deployment: Deployment;
  /** A Swap says what its Sync came from: until it has come, the reserves before that Sync are kept. */
  private beforeSync: Opening | undefined;

  constructor(private readonly context: CheckContext) {
    this.registry = context.registry;
    this.deployment = context.registry.deployment;
    this.feed = context.feed;
  }

  transaction(events: readonly ChainEvent[]): void {
    const transfers = events.filter(
      (event) => event.name === 'Transfer' && event.value > 0n && this.registry.isToken(event.contract),
    ) as EventOf<'Transfer'>[];
    const unexplained = new Set(transfers);
    for (const [i, event] of events.entries()) this.event(event, events, i, unexplained);
    for (const transfer of unexplained) {
      if (transfer.from !== this.deployment.launchpad) continue;
      const { contract } = transfer;
      if (!events.some((event) => event.name === 'Graduated' && event.token === contract))
        this.refuse('transaction', contract, transfer, 'the launchpad sent tokens without a trade');
    }
  }

  private event(
    event: ChainEvent,
    events: readonly ChainEvent[],
    index: number,
    unexplained: Set<EventOf<'Transfer'>>,
  ): void {
    const { launchpad, priceFeed } = this.deployment;
    if (event.name === 'Transfer') this.transfer(event);
    else if (event.name === 'Sync') this.sync(event, events[index + 1]);
    else if (event.name === 'Swap') this.swap(event, events[index - 1], unexplained);
    else if (event.name === 'AnswerUpdated') {
      if (event.contract === priceFeed) this.answer(event);
    } else if (event.contract !== launchpad) return;
    else if (event.name === 'Launched') this.launch(event, unexplained);
    else if (event.name === 'Bought' || event.name === 'Sold') {
      this.curveTrade(event, unexplained);
      if (
        this.isComplete(event) &&
        !events.some((one) => one.name === 'Graduated' && one.token === event.token)
      )
        this.refuse('transaction', event.token, event, 'the curve is full and did not graduate');
    } else if (event.name === 'Graduated') this.graduation(event, events);
  }

  private launch(event: EventOf<'Launched'>, unexplained: Set<EventOf<'Transfer'>>): void {
    const {
      initialVirtualPlatform: platform,
      initialVirtualToken: tokens,
      launchpad,
      totalSupply,
    } = this.deployment;
    const { token } = event;
    this.expectTransfer(event, unexplained, [token, ZERO_ADDRESS, launchpad, totalSupply]);
    this.set(token, event, 'curve', platform, tokens);
  }

  private curveTrade(event: CurveTrade, unexplained: Set<EventOf<'Transfer'>>): void {
    const { launchpad } = this.deployment;
    const { token, platformAmount, fee, tokenAmount, virtualPlatform, virtualToken } = event;
    const isBuy = event.name === 'Bought';
    if (this.registry.isToken(token))
      this.expectTransfer(event, unexplained, [
        token,
        isBuy ? launchpad : null,
        isBuy ? null : launchpad,
        tokenAmount,
      ]);
    const platform = isBuy ? virtualPlatform - (platformAmount - fee) : virtualPlatform + platformAmount;
    const tokens = isBuy ? virtualToken + tokenAmount : virtualToken - tokenAmount;
    this.expect(token, event, 'curve', platform, tokens);
    this.set(token, event, 'curve', virtualPlatform, virtualToken);
  }

  private isComplete({ virtualPlatform }: CurveTrade): boolean {
    const { initialVirtualPlatform, graduationThreshold } = this.deployment;
    return virtualPlatform - initialVirtualPlatform >= graduationThreshold;
  }

  /** The launchpad graduates within the buy that fills the curve; the pair synced before it says so. */
  private graduation(event: EventOf<'Graduated'>, events: readonly ChainEvent[]): void {
    const { token, pair } = event;
    const sync = events.findLast(
      (one) => one.name === 'Sync' && one.contract === pair && isAfter(event, one),
    );
    if (sync?.name !== 'Sync')
      throw this.contradiction('constraint', token, event, 'it graduated, and its pair had no liquidity');
    if (!events.some((one) => one.name === 'Bought' && one.token === token))
      this.refuse('transaction', token, event, 'it graduated without a buy');
    const pool = this.registry.findPool(pair);
    if (pool === undefined) return;
    this.set(token, event, 'pool', ...sides(pool.platformIsFirst, sync.reserve0, sync.reserve1));
  }

  private transfer(event: EventOf<'Transfer'>): void {
    const { contract, from, to, value } = event;
    this.movePair(contract, from, -value);
    this.movePair(contract, to, value);
  }

  private movePair(token: Address, holder: Address, by: bigint): void {
    if (this.registry.findPool(holder)?.token !== token) return;
    this.pairChanges.set(holder, (this.pairChanges.get(holder) ?? 0n) + by);
  }

  /** Only a swap moves the reserves of a pair in opposite directions, and it says so at once. */
  private sync(event: EventOf<'Sync'>, next: ChainEvent | undefined): void {
    const { contract: pair, reserve0, reserve1, blockNumber, logIndex } = event;
    const pool = this.registry.findPool(pair);
    if (pool === undefined) return;
    const { token, platformIsFirst, graduated } = pool;
    const [platform, reserve] = sides(platformIsFirst, reserve0, reserve1);
    this.pairs.set(pair, { blockNumber, logIndex, token, reserve, change: this.pairChanges.get(pair) ?? 0n });
    if (!isAfter(event, graduated)) return;
    const before = this.reserves.get(token);
    const isTold = next?.name === 'Swap' && next.contract === pair;
    if (!isTold && before !== undefined && (platform - before.platform) * (reserve - before.tokens) < 0n)
      this.refuse('transaction', token, event, 'its pair synced as after a Swap, which did not come');
    this.beforeSync = before;
    this.set(token, event, 'pool', platform, reserve);
  }

  /** A pair syncs in a swap just before it says so. */
  private swap(
    event: EventOf<'Swap'>,
    sync: ChainEvent | undefined,
    unexplained: Set<EventOf<'Transfer'>>,
  ): void {
    const { contract: pair } = event;
    const pool = this.registry.findPool(pair);
    if (pool === undefined || !isAfter(event, pool.graduated)) return;
    const { token, platformIsFirst } = pool;
    if (sync?.name !== 'Sync' || sync.contract !== pair) {
      this.refuse('transaction', token, event, 'its pair swapped without a Sync');
      return;
    }
    const [platformIn, tokensIn] = sides(platformIsFirst, event.amount0In, event.amount1In);
    const [platformOut, tokensOut] = sides(platformIsFirst, event.amount0Out, event.amount1Out);
    if (tokensOut > 0n) this.expectTransfer(event, unexplained, [token, pair, null, tokensOut], token);
    const [platform, tokens] = sides(platformIsFirst, sync.reserve0, sync.reserve1);
    if (this.beforeSync === undefined) this.reserves.delete(token);
    else this.reserves.set(token, this.beforeSync);
    this.expect(token, event, 'pool', platform - platformIn + platformOut, tokens - tokensIn + tokensOut);
    this.set(token, event, 'pool', platform, tokens);
  }

  private answer(event: EventOf<'AnswerUpdated'>): void {
    const { contract, roundId: round, blockNumber } = event;
    const before = this.feed;
    const isSequential = before !== null && round === before.round + 1n;
    if (before?.isSequential === true && round > before.round + 1n)
      this.refuse('feed', contract, event, `round ${round} came after ${before.round}`, before.blockNumber);
    this.feed = { round, blockNumber, isSequential };
  }

  private expectTransfer(
    event: EventOf<'Launched' | 'Bought' | 'Sold' | 'Swap'>,
    unexplained: Set<EventOf<'Transfer'>>,
    [token, from, to, value]: readonly [
      token: Address,
      from: Address | null,
      to: Address | null,
      value: bigint,
    ],
    app: Address = token,
  ): void {
    for (const transfer of unexplained) {
      const isIt =
        transfer.contract === token &&
        transfer.value === value &&
        (from === null || transfer.from === from) &&
        (to === null || transfer.to === to);
      if (!isIt) continue;
      unexplained.delete(transfer);
      return;
    }
    this.refuse('transaction', app, event, `${event.name} came without its Transfer`);
  }

  /** The reserves before an event: known of the range, or to be compared with those before it. */
  private expect(
    token: Address,
    event: CurveTrade | EventOf<'Swap'>,
    venue: Opening['venue'],
    platform: bigint,
    tokens: bigint,
  ): void {
    const { blockNumber, logIndex } = event;
    const known = this.reserves.get(token);
    if (known === undefined) {
      if (!this.openings.has(token))
        this.openings.set(token, { blockNumber, logIndex, venue, platform, tokens });
    } else if (known.venue !== venue || known.platform !== platform || known.tokens !== tokens)
      this.refuse(
        venue,
        token,
        event,
        `${event.name} does not follow from the reserves before it`,
        known.blockNumber,
      );
  }

  private set(
    token: Address,
    { blockNumber, logIndex }: Position,
    venue: Opening['venue'],
    platform: bigint,
    tokens: bigint,
  ): void {
    this.reserves.set(token, { blockNumber, logIndex, venue, platform, tokens });
  }

  private refuse(...what: Parameters<EventCheck['contradiction']>): void {
    const error = this.contradiction(...what);
    if (!this.context.findings.accepted.has(keyOf(error.contradiction))) throw error;
  }

  private contradiction(
    kind: Contradiction['kind'],
    app: Address,
    { blockNumber, logIndex }: Position,
    what: string,
    since: number | null = blockNumber,
  ): ContradictionError {
    return new ContradictionError({ kind, app, blockNumber, logIndex, since, what });
  }
}

/** Amounts of a pair's two sides: of the platform token, and of the app's. */
function sides(platformIsFirst: boolean, zero: bigint, one: bigint): [platform: bigint, tokens: bigint] {
  return platformIsFirst ? [zero, one] : [one, zero];
}

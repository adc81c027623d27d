import type { ChainEvent, EventOf } from '@slipway/chain';
import { ceilDiv, type Deployment } from '@slipway/protocols';
import { TimeSlices, ZERO_ADDRESS, type Address } from '@slipway/domain';
import { isAfter, type Position } from '../decode/rows.js';
import type { AppRegistry } from '../registry/app-registry.js';
import type { CheckedRange, CurveFee, FeedRounds, Opening, PairClosing } from './checked-range.js';
import { ContradictionError, keyOf, type Contradiction, type Findings } from './contradiction.js';

interface CheckContext {
  readonly registry: AppRegistry;
  readonly findings: Findings;
  /** Each aggregator's last round before the range, where it is known. */
  readonly rounds: FeedRounds;
  /** As the last event of a change before the range says; null before the first. */
  readonly curveFee: CurveFee | null;
}

/** The whole, in millionths. */
const PPM = 1_000_000n;

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
  rounds: FeedRounds;
  curveFee: CurveFee | null;
  private readonly reserves = new Map<Address, Opening>();
  private readonly pairChanges = new Map<Address, bigint>();
  private readonly registry: AppRegistry;
  private readonly deployment: Deployment;
  /** A Swap says what its Sync came from: until it has come, the reserves before that Sync are kept. */
  private beforeSync: Opening | undefined;

  constructor(private readonly context: CheckContext) {
    this.registry = context.registry;
    this.deployment = context.registry.deployment;
    this.rounds = context.rounds;
    this.curveFee = context.curveFee;
  }

  transaction(events: readonly ChainEvent[]): void {
    const transfers = events.filter(
      (event) => event.name === 'Transfer' && event.value > 0n && this.registry.isToken(event.contract),
    ) as EventOf<'Transfer'>[];
    const unexplained = new Set(transfers);
    for (const [i, event] of events.entries()) this.event(event, events, i, unexplained);
    for (const transfer of unexplained) {
      if (transfer.from !== this.registry.curve) continue;
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
    const { launchpad } = this.deployment;
    if (event.name === 'Transfer') this.transfer(event);
    else if (event.name === 'Sync') this.sync(event, events[index + 1]);
    else if (event.name === 'Swap') this.swap(event, events[index - 1], unexplained);
    else if (event.name === 'AnswerUpdated') this.answer(event);
    else if (event.contract !== launchpad) return;
    else if (event.name === 'Launched') this.launch(event, unexplained);
    else if (event.name === 'FeeChanged') this.curveFee = event;
    else if (event.name === 'Bought' || event.name === 'Sold') {
      this.curveTrade(event, unexplained);
      if (
        this.deployment.protocol.graduatesWithinTrade &&
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
    if (totalSupply > 0n)
      this.expectTransfer(event, unexplained, [token, ZERO_ADDRESS, launchpad, totalSupply]);
    this.set(token, event, 'curve', platform, tokens);
  }

  private curveTrade(event: CurveTrade, unexplained: Set<EventOf<'Transfer'>>): void {
    const { curve } = this.registry;
    const { token, tokenAmount, virtualPlatform, virtualToken } = event;
    const isBuy = event.name === 'Bought';
    if (this.registry.isToken(token))
      this.expectTransfer(event, unexplained, [
        token,
        isBuy ? curve : null,
        isBuy ? null : curve,
        tokenAmount,
      ]);
    this.checkFee(event);
    const before = this.deployment.protocol.reservesBefore(event);
    if (before !== null) this.expect(token, event, 'curve', before.platform, before.token);
    this.set(token, event, 'curve', virtualPlatform, virtualToken);
  }

  /** A fee that no event changes is not looked at. */
  private checkFee(event: CurveTrade): void {
    if (this.curveFee === null) return;
    const { feePpm, blockNumber } = this.curveFee;
    if (event.fee !== ceilDiv(event.platformAmount * BigInt(feePpm), PPM))
      this.refuse('transaction', event.token, event, `its fee is not ${feePpm} millionths`, blockNumber);
  }

  private isComplete({ virtualPlatform, realPlatform }: CurveTrade): boolean {
    const { initialVirtualPlatform, graduationThreshold } = this.deployment;
    return (realPlatform ?? virtualPlatform - initialVirtualPlatform) >= graduationThreshold;
  }

  /** The pair that an app graduates into syncs in the same transaction, most often before the launchpad says so. */
  private graduation(event: EventOf<'Graduated'>, events: readonly ChainEvent[]): void {
    const { token, pair } = event;
    const syncs = events.filter((one) => one.name === 'Sync' && one.contract === pair);
    const sync = syncs.findLast((one) => isAfter(event, one)) ?? syncs[0];
    if (sync?.name !== 'Sync')
      throw this.contradiction('constraint', token, event, 'it graduated, and its pair had no liquidity');
    const isWithinTrade = this.deployment.protocol.graduatesWithinTrade;
    if (isWithinTrade && !events.some((one) => one.name === 'Bought' && one.token === token))
      this.refuse('transaction', token, event, 'it graduated without a buy');
    const pool = this.registry.findPool(pair);
    if (pool === undefined) return;
    this.set(token, event, 'pool', ...sides(pool.platformIsFirst, sync.reserve0, sync.reserve1));
  }

  private transfer(event: EventOf<'Transfer'>): void {
    const { contract, from, to, value } = event;
    if (contract === this.deployment.platformToken) return;
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

  /** Of an aggregator that does not answer for the feed now, nothing is missing. */
  private answer(event: EventOf<'AnswerUpdated'>): void {
    const { contract, roundId: round, blockNumber } = event;
    const before = this.rounds.get(contract);
    const isSequential = before !== undefined && round === before.round + 1n;
    const isInForce = this.registry.feeds.phaseOf(event) !== undefined;
    if (isInForce && before?.isSequential === true && round > before.round + 1n)
      this.refuse('feed', contract, event, `round ${round} came after ${before.round}`, before.blockNumber);
    this.rounds = new Map(this.rounds).set(contract, { round, blockNumber, isSequential });
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

import { ACCOUNT } from '../chain/accounts.js';
import { LAUNCH_COST } from '../chain/creations.js';
import type { LocalLaunchpad } from '../launchpads/local-launchpad.js';
import type { PlannedBlock } from './action.js';
import { APP_CATALOGUE } from './app-catalogue.js';
import { BlockBuilder } from './block-builder.js';
import { createTraders, type Trader } from './traders.js';
import { Market } from './market.js';
import { Random } from './random.js';
import { planAppointments, planTimelines, type Appointment, type AppTimeline } from './schedule.js';
import { TradeSimulator, type AppProfile } from './trade-simulator.js';

/** What decides a scenario: equal ones are equal block for block. */
export interface ScenarioOptions {
  readonly seed: number;
  /** Unix seconds: the last block is a little before. */
  readonly endTime: number;
}

/** How long the scenario is. */
export const SCENARIO_SECONDS = 30 * 24 * 3600;

const DAY = 24 * 3600;
const WHOLE = 10n ** 18n;
/** #2's own apps, by popularity: none is of the last day. */
const CREATORS_APPS = [3, 14, 27, 41];
const REGULARS_APPS = [8, 33];
/** A rally's buys, in platform tokens. */
const RALLY_SIZE = 9_000;
/** How long a full curve waits for somebody to move it into its pool, where the trade that fills it does not. */
const UNTIL_GRADUATION = 20 * 60;

/** Plans the thirty days before `endTime`. Pure: nothing but launchpad and options decides. */
export function planScenario(launchpad: LocalLaunchpad, options: ScenarioOptions): PlannedBlock[] {
  return new ScenarioPlanner(launchpad, options).plan();
}

class ScenarioPlanner {
  private readonly random: Random;
  private readonly market: Market;
  private readonly blocks = new BlockBuilder();
  private readonly traders: readonly Trader[];
  private readonly simulator: TradeSimulator;
  private readonly prices: Generator<bigint, never>;
  private readonly timelines: readonly AppTimeline[];
  private readonly profiles: readonly AppProfile[];
  /** Number on the chain, by place in the catalogue. */
  private readonly launched = new Map<number, number>();
  private readonly start: number;
  private fee: LocalLaunchpad['feeChange'];
  /** Full curves, by when they graduate. */
  private readonly waiting = new Map<number, number>();

  constructor(
    launchpad: LocalLaunchpad,
    private readonly options: ScenarioOptions,
  ) {
    this.random = new Random(options.seed);
    this.market = new Market(launchpad);
    this.fee = launchpad.feeChange;
    this.start = options.endTime - SCENARIO_SECONDS;
    this.traders = createTraders(this.random);
    this.simulator = new TradeSimulator(this.random, launchpad, this.market, this.blocks, this.traders);
    this.prices = randomPrices(this.random);
    this.timelines = planTimelines(this.random, APP_CATALOGUE.length, this.start, options.endTime);
    this.profiles = this.timelines.map((timeline) => this.profile(timeline));
  }

  plan(): PlannedBlock[] {
    this.fundTraders();
    const appointments = planAppointments(this.random, this.timelines, this.start, this.options.endTime);
    for (const appointment of appointments) {
      this.changeFee(appointment.time);
      this.graduate(appointment.time);
      this.keep(appointment);
    }
    return this.blocks.blocks;
  }

  /** A minute for all traders to get money and to let the contracts take it. */
  private fundTraders(): void {
    const time = this.start;
    for (const { wallet, budget } of this.traders) {
      const amount = BigInt(budget) * WHOLE;
      this.market.fund(wallet, amount);
      this.blocks.add(time, { kind: 'fund', wallet, amount });
      for (const spender of ['launchpad', 'router'] as const) {
        this.blocks.add(time, { kind: 'approve', wallet, asset: 'platform', spender });
      }
    }
  }

  private keep({ kind, time, app }: Appointment): void {
    if (kind === 'price') this.blocks.add(time, { kind, price: this.prices.next().value });
    if (kind === 'launch') this.launch(time, app);
    const number = this.launched.get(app);
    const profile = this.profiles[app];
    if (kind === 'price' || kind === 'launch' || number === undefined || profile === undefined) return;
    if (kind === 'transfer') this.transfer(time, number);
    else if (kind === 'rally' && this.market.progressOf(number) < 1) {
      const trader = this.random.pick(this.traders);
      this.simulator.buy(time, number, trader, this.random.logNormal(RALLY_SIZE, 0.2));
    } else this.simulator.trade(time, number, profile);
    if (this.market.isFull(number) && !this.waiting.has(number))
      this.waiting.set(number, time + UNTIL_GRADUATION);
  }

  /** Once, half-way. */
  private changeFee(time: number): void {
    if (this.fee === null || time < this.start + SCENARIO_SECONDS / 2) return;
    this.market.setFee(this.fee.feePpm);
    this.blocks.add(time, { kind: 'fee' });
    this.fee = null;
  }

  /** Somebody moves the curves that have waited long enough. */
  private graduate(time: number): void {
    for (const [app, due] of this.waiting) {
      if (due > time) continue;
      this.waiting.delete(app);
      this.market.graduate(app);
      this.blocks.add(time, { kind: 'graduate', wallet: this.random.pick(this.traders).wallet, app });
    }
  }

  /** Most creators buy some of their own app at once. */
  private launch(time: number, app: number): void {
    const creator = this.creatorOf(app);
    const texts = APP_CATALOGUE[app];
    if (texts === undefined) throw new RangeError(`no app ${app} in the catalogue`);
    const number = this.launched.size;
    this.launched.set(app, number);
    this.market.launch(creator.wallet, LAUNCH_COST);
    this.blocks.add(time, { kind: 'launch', wallet: creator.wallet, app: number, texts });
    if (this.random.chance(0.7)) this.simulator.buy(time, number, creator, this.random.logNormal(250, 0.5));
  }

  private creatorOf(app: number): Trader {
    const { creator, regular, claimant } = ACCOUNT;
    const wallet = CREATORS_APPS.includes(app) ? creator : REGULARS_APPS.includes(app) ? regular : null;
    const candidates = this.traders.filter((trader) =>
      wallet === null ? trader.wallet > claimant : trader.wallet === wallet,
    );
    return this.random.pick(candidates);
  }

  /** A holder gives some of it to another wallet, now and then to itself. */
  private transfer(time: number, app: number): void {
    const holders = this.market.holdersOf(app);
    if (holders.length === 0) return;
    const wallet = this.random.pick(holders);
    const to = this.random.chance(0.03) ? wallet : this.random.pick(this.traders).wallet;
    const amount = (this.market.balanceOf(app, wallet) * BigInt(this.random.integer(5, 40))) / 100n;
    if (amount === 0n) return;
    this.market.transfer(app, wallet, to, amount);
    this.blocks.add(time, { kind: 'transfer', wallet, to, app, amount });
  }

  /** Apps that graduate climb towards that day; the others find their level in a week. */
  private profile({ launchedAt, graduatesAt }: AppTimeline): AppProfile {
    const level = this.random.between(0.02, 0.65);
    const seconds = graduatesAt === null ? 7 * DAY : graduatesAt - launchedAt;
    const goal = graduatesAt === null ? level : 0.85;
    return {
      size: this.random.logNormal(graduatesAt === null ? 90 : 180, 0.4),
      fairProgress: (time) => goal * Math.min(1, (time - launchedAt) / seconds) ** 0.6,
      mayGraduate: graduatesAt !== null,
    };
  }
}

/** Where prices begin and are drawn back to, in USD for one platform token. */
const HOME = 0.25;
/** Part of the way home that a step takes. */
const PULL = 0.004;
/** Spread of a step: about 15 % in a month of steps. */
const SPREAD = 0.006;

/** Prices of the feed without end: a believable random walk, 8 decimals. */
function* randomPrices(random: Random): Generator<bigint, never> {
  for (let price = HOME; ;) {
    price *= Math.exp(PULL * Math.log(HOME / price) + SPREAD * random.normal());
    yield BigInt(Math.round(price * 1e8));
  }
}

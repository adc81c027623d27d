import type { Address } from 'viem';
import type { AppDetailDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import { Fraction } from './fraction.js';
import { recountClient } from './recount-abi.js';
import { recountCandles, type AppHistory } from './recount-candles.js';
import { usd, type EventLog, type RecountedChain } from './recounted-chain.js';
import { byTransaction, readTrades, shareOut, type Moved } from './recounted-trades.js';

// An independent recount of what an app's page says of its market: from the node's logs alone.

type Windows = AppDetailDto['windows'];
const SECONDS = { '5m': 300, '1h': 3_600, '6h': 21_600, '24h': 86_400, '7d': 604_800 } as const;
const BURNT = ['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dEaD'];

/** An app's trades, transfers and place in the chain, up to a recount's block. */
export class RecountedMarket {
  private readonly times = new Map<bigint, Promise<number>>();

  constructor(
    private readonly rpcUrl: string,
    private readonly chain: RecountedChain,
    private readonly token: Address,
  ) {}

  /** @param block the recount's; @param at its time in seconds */
  async windows(block: bigint, at: number): Promise<Windows> {
    const windows = Object.entries(SECONDS).map(
      async ([name, seconds]) => [name, await this.window(block, at - seconds)] as const,
    );
    return Object.fromEntries(await Promise.all(windows)) as unknown as Windows;
  }

  /** What apps trend by: of each transaction and wallet the net platform amount in USD, halved every six hours. @param at in seconds */
  async trending(at: number): Promise<number> {
    const graduation = await this.graduation();
    const pair = graduation?.args.pair;
    const isWallet = (address: Address): boolean =>
      address !== this.chain.launchpad && address !== pair && !BURNT.includes(address);
    let sum = 0;
    for (const { trades, transfers, block } of byTransaction(
      await this.transfers(),
      await readTrades(this.chain, this.token, graduation),
    )) {
      const time = await this.timeOf(block);
      const oraclePrice = await this.chain.oraclePriceAt(block);
      if (time <= at - SECONDS['24h'] || oraclePrice === null) continue;
      const gross = trades.map((trade) => ({ ...trade, net: trade.gross }));
      for (const flows of shareOut({ block, transfers, trades: gross }, isWallet).values()) {
        const net = flows.reduce(
          (total, { isIn, platform }) =>
            platform === null ? total : isIn ? total.plus(platform) : total.minus(platform),
          Fraction.ZERO,
        );
        sum += Math.abs(net.times(usd(1n, oraclePrice)).toNumber()) * 2 ** ((time - at) / SECONDS['6h']);
      }
    }
    return sum;
  }

  /** Shares of the ten richest and of the creator, of the tokens outside of the market and not burnt. */
  async concentration(): Promise<AppDetailDto['concentration']> {
    const balances = new Map<string, bigint>();
    for (const { from, to, value } of await this.transfers()) {
      balances.set(from, (balances.get(from) ?? 0n) - value);
      balances.set(to, (balances.get(to) ?? 0n) + value);
    }
    const { creator } = (await this.launch()).args as { creator?: Address };
    const pair = (await this.graduation())?.args.pair;
    for (const address of [...BURNT, this.chain.launchpad, ...(pair === undefined ? [] : [pair])])
      balances.delete(address);
    const richest = [...balances.values()].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
    const sum = (held: readonly bigint[]): bigint => held.reduce((total, balance) => total + balance, 0n);
    const share = (held: bigint): number =>
      sum(richest) === 0n ? 0 : Fraction.of(held, sum(richest)).toNumber();
    return {
      top10Share: share(sum(richest.slice(0, 10))),
      creatorShare: share(balances.get(creator!) ?? 0n),
    };
  }

  private async window(block: bigint, since: number): Promise<Windows['5m']> {
    const graduation = await this.graduation();
    const pair = graduation?.args.pair;
    const traded = { buys: 0, sells: 0, volume: Fraction.ZERO, traders: new Set<string>() };
    for (const { transfers, trades, block: number } of byTransaction(
      await this.transfers(),
      await readTrades(this.chain, this.token, graduation),
    )) {
      if (trades.length === 0 || (await this.timeOf(number)) <= since) continue;
      const oraclePrice = await this.chain.oraclePriceAt(number);
      for (const { isBuy, gross, venue } of trades) {
        traded.buys += Number(isBuy);
        traded.sells += Number(!isBuy);
        traded.volume = traded.volume.plus(usd(gross, oraclePrice!));
        // Each of these transactions has one trade, of one wallet, which the tokens went to or came from.
        for (const { from, to } of transfers) {
          if (isBuy && from === venue && to !== pair) traded.traders.add(to);
          if (!isBuy && to === venue) traded.traders.add(from);
        }
      }
    }
    const now = await this.chain.priceAt(this.token, block);
    const before = await this.priceAtTime(block, since);
    return {
      priceChange:
        now === null || before === null ? null : now.dividedBy(before).minus(Fraction.of(1n, 1n)).toNumber(),
      volumeUsd: traded.volume.toNumber(),
      buys: traded.buys,
      sells: traded.sells,
      traders: traded.traders.size,
    };
  }

  private async priceAtTime(upTo: bigint, time: number): Promise<Fraction | null> {
    let [last, after] = [(await this.launch()).blockNumber, upTo + 1n];
    if ((await this.timeOf(last)) > time) return null;
    while (after - last > 1n) {
      const middle = (last + after) / 2n;
      if ((await this.timeOf(middle)) > time) after = middle;
      else last = middle;
    }
    return this.chain.priceAt(this.token, last);
  }

  private async transfers(): Promise<Moved[]> {
    const logs = await this.chain.logs('Transfer', this.token);
    return logs.map((log) => ({ ...log, from: log.args.from!, to: log.args.to!, value: log.args.value! }));
  }

  private async launch(): Promise<EventLog> {
    return (await this.chain.logs('Launched', this.chain.launchpad)).find(
      ({ args }) => args.token === this.token,
    )!;
  }

  private async graduation(): Promise<EventLog | undefined> {
    return (await this.chain.logs('Graduated', this.chain.launchpad)).find(
      ({ args }) => args.token === this.token,
    );
  }

  private timeOf(blockNumber: bigint): Promise<number> {
    const time =
      this.times.get(blockNumber) ??
      recountClient(this.rpcUrl)
        .getBlock({ blockNumber })
        .then(({ timestamp }) => Number(timestamp));
    this.times.set(blockNumber, time);
    return time;
  }
}

/**
 * USD closes of 24 hours, or of 28 times six of them, up to a time; null before the feed's first price.
 *
 * @param launchedAt in seconds
 */
export function recountSparkline(
  history: AppHistory,
  { points, hours, launchedAt, at }: { points: number; hours: number; launchedAt: number; at: number },
): (number | null)[] {
  const seconds = hours * 3_600;
  const closes = new Map(
    recountCandles(history, { seconds: 3_600, currency: 'usd', fill: true, at }).map(
      ({ openTime, close }) => [openTime, close as number | undefined],
    ),
  );
  const last = Math.floor(at / seconds);
  const first = Math.max(last - points + 1, Math.floor(launchedAt / seconds));
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const point = first + i;
    const hour = point === last ? Math.floor(at / 3_600) : (point + 1) * hours - 1;
    return closes.get(hour * 3_600) ?? null;
  });
}

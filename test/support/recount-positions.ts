import { createPublicClient, http, isAddressEqual, parseAbi, type Address, type PublicClient } from 'viem';
import { Fraction } from './fraction.js';

// An independent recount of wallets' positions: its own ABIs, decoding and rules, all in exact fractions. Everything
// comes from the node: logs for the past, calls for balances and prices at the block itself.

const abi = parseAbi([
  'event Launched(address indexed token, address indexed creator, string name, string symbol, string description, string imageUrl, string website, uint256 cost)',
  'event Bought(address indexed token, address indexed trader, uint256 platformAmount, uint256 fee, uint256 tokenAmount, uint256 virtualPlatform, uint256 virtualToken)',
  'event Sold(address indexed token, address indexed trader, uint256 platformAmount, uint256 fee, uint256 tokenAmount, uint256 virtualPlatform, uint256 virtualToken)',
  'event Graduated(address indexed token, address pair, uint256 platformLiquidity, uint256 tokenLiquidity)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt)',
  'function INITIAL_VIRTUAL_PLATFORM() view returns (uint256)',
  'function INITIAL_VIRTUAL_TOKEN() view returns (uint256)',
  'function curve(address token) view returns (uint256 virtualPlatform, uint256 virtualToken, uint256 realPlatform, uint256 realToken, uint256 graduationThreshold, bool graduated, address pair)',
  'function platformToken() view returns (address)',
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32)',
  'function balanceOf(address) view returns (uint256)',
]);

const GRAVES = ['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dead'];

/** What a wallet holds of one token. */
export interface RecountedPosition {
  readonly token: Address;
  /** By `balanceOf`. */
  readonly balance: bigint;
  /** USD; null when any of the balance has no known cost. */
  readonly cost: Fraction | null;
  /** USD; null without a price. */
  readonly value: Fraction | null;
  readonly realized: Fraction;
}

interface Lot {
  known: Fraction;
  unknown: Fraction;
  cost: Fraction;
  realized: Fraction;
}

interface Log {
  readonly blockNumber: bigint;
  readonly logIndex: number;
  readonly transactionHash: string;
}

type Moved = Log & { readonly from: Address; readonly to: Address; readonly value: bigint };
type Traded = Log & {
  readonly isBuy: boolean;
  /** The event's trader: whom the launchpad names, or the pair paid. */
  readonly payee: Address;
  /** App tokens that left the venue, and those that it counted as come in. */
  readonly out: bigint;
  readonly into: bigint;
  readonly venue: Address;
  readonly gross: bigint;
  readonly net: bigint;
};

/** Every position that any wallet ever had, by wallet, as they are at a block. */
export async function recountPositions(
  rpcUrl: string,
  contracts: { readonly launchpad: Address; readonly priceFeed: Address },
  block: bigint,
): Promise<Map<Address, RecountedPosition[]>> {
  const client = createPublicClient({ transport: http(rpcUrl, { batch: true, timeout: 60_000 }) });
  const chain = new ChainReader(client, contracts, block);
  const wallets = new Map<Address, RecountedPosition[]>();
  for (const { args } of await chain.logs('Launched', contracts.launchpad)) {
    for (const [wallet, position] of await recountToken(chain, args.token!, block))
      wallets.set(wallet, [...(wallets.get(wallet) ?? []), position]);
  }
  return wallets;
}

async function recountToken(
  chain: ChainReader,
  token: Address,
  block: bigint,
): Promise<Map<Address, RecountedPosition>> {
  const graduation = (await chain.logs('Graduated', chain.launchpad)).find((log) => log.args.token === token);
  const trades = await readTrades(chain, token, graduation);
  const transfers: Moved[] = (await chain.logs('Transfer', token)).map((log) => ({
    ...log,
    from: log.args.from!,
    to: log.args.to!,
    value: log.args.value!,
  }));
  const isMarket = (address: Address, at: bigint): boolean =>
    isAddressEqual(address, chain.launchpad) ||
    (address === graduation?.args.pair && at >= graduation.blockNumber);
  const lots = new Map<Address, Lot>();
  const lotOf = (address: Address, at: bigint): Lot | null => {
    if (GRAVES.includes(address.toLowerCase()) || isMarket(address, at)) return null;
    const lot = lots.get(address) ?? { known: ZERO, unknown: ZERO, cost: ZERO, realized: ZERO };
    lots.set(address, lot);
    return lot;
  };

  for (const events of byTransaction(transfers, trades)) {
    const at = events.block;
    const answer = await chain.answerAt(at);
    const price = await chain.priceAt(token, at);
    const worthOf = (platform: Fraction): Fraction | null =>
      answer === null ? null : platform.times(usd(1n, answer));
    const worth = (amount: Fraction): Fraction | null => price && amount.times(price);
    if (events.trades.length === 0) {
      for (const { from, to, value } of events.transfers) {
        if (from === to || value === 0n) continue;
        const amount = Fraction.of(value, 1n);
        const [giver, taker] = [lotOf(from, at), lotOf(to, at)];
        if (giver !== null) giveUp(giver, amount, null);
        if (taker !== null) takeIn(taker, amount, worth(amount));
      }
      continue;
    }
    const deals = shareOut(events, (address) => lotOf(address, at) !== null);
    for (const [wallet, { bought, cost, sold, proceeds, beside }] of deals) {
      const lot = lotOf(wallet, at);
      if (lot === null) continue;
      if (!bought.isZero) takeIn(lot, bought, worthOf(cost));
      if (beside.isPositive) takeIn(lot, beside, worth(beside));
      if (!sold.isZero) giveUp(lot, sold, worthOf(proceeds));
      if (!beside.isPositive && !beside.isZero) giveUp(lot, ZERO.minus(beside), null);
    }
  }

  const price = await chain.priceNow(token);
  const positions = new Map<Address, RecountedPosition>();
  for (const [wallet, lot] of lots) {
    if (isMarket(wallet, block)) continue;
    const balance = await chain.read<bigint>(token, 'balanceOf', [wallet]);
    positions.set(wallet, {
      token,
      balance,
      cost: lot.unknown.isZero ? lot.cost : null,
      value: price && Fraction.of(balance, 1n).times(price),
      realized: lot.realized,
    });
  }
  return positions;
}

function giveUp(lot: Lot, amount: Fraction, proceeds: Fraction | null): void {
  const share = amount.dividedBy(lot.known.plus(lot.unknown));
  const known = lot.known.times(share);
  const cost = lot.known.isZero ? ZERO : lot.cost.times(share);
  lot.known = lot.known.minus(known);
  lot.unknown = lot.unknown.minus(lot.unknown.times(share));
  lot.cost = lot.cost.minus(cost);
  if (proceeds !== null && !known.isZero)
    lot.realized = lot.realized.plus(proceeds.times(known.dividedBy(amount))).minus(cost);
}

async function readTrades(
  chain: ChainReader,
  token: Address,
  graduation: EventLog | undefined,
): Promise<Traded[]> {
  const trades: Traded[] = [];
  for (const name of ['Bought', 'Sold'] as const) {
    for (const log of await chain.logs(name, chain.launchpad)) {
      const { trader, tokenAmount, platformAmount, fee } = log.args;
      if (log.args.token !== token) continue;
      const isBuy = name === 'Bought';
      const tokens = isBuy ? { out: tokenAmount!, into: 0n } : { out: 0n, into: tokenAmount! };
      const amounts = { ...tokens, gross: platformAmount!, net: platformAmount! - fee! };
      trades.push({ ...log, ...amounts, isBuy, venue: chain.launchpad, payee: trader! });
    }
  }
  const pair = graduation?.args.pair;
  if (pair === undefined) return trades;
  const platformToken = await chain.read<Address>(chain.launchpad, 'platformToken');
  const isFirst = token.toLowerCase() < platformToken.toLowerCase();
  for (const log of await chain.logs('Swap', pair)) {
    if (!isLater(log, graduation!)) continue;
    const { amount0In, amount0Out, amount1In, amount1Out, to } = log.args;
    const net = [amount0Out! - amount0In!, amount1Out! - amount1In!] as const;
    const [tokens, platform] = isFirst ? net : [net[1], net[0]];
    if (tokens * platform >= 0n) continue;
    const paid = platform < 0n ? -platform : platform;
    const [out, into] = isFirst ? [amount0Out!, amount0In!] : [amount1Out!, amount1In!];
    const amounts = { out, into, gross: paid, net: paid };
    trades.push({ ...log, ...amounts, isBuy: tokens > 0n, venue: pair, payee: to! });
  }
  return trades;
}

interface Transaction {
  readonly block: bigint;
  readonly transfers: Moved[];
  readonly trades: Traded[];
}

function byTransaction(transfers: readonly Moved[], trades: readonly Traded[]): Transaction[] {
  const found = new Map<string, Transaction>();
  for (const log of [...transfers, ...trades].sort((a, b) => (isLater(a, b) ? 1 : -1))) {
    const known = found.get(log.transactionHash) ?? { block: log.blockNumber, transfers: [], trades: [] };
    found.set(log.transactionHash, known);
    if ('isBuy' in log) known.trades.push(log);
    else known.transfers.push(log);
  }
  return [...found.values()];
}

interface Deal {
  readonly bought: Fraction;
  /** Platform token in wei: gross. */
  readonly cost: Fraction;
  readonly sold: Fraction;
  /** Platform token in wei, after the fee. */
  readonly proceeds: Fraction;
  /** What came in beside the trades; below zero: went out. */
  readonly beside: Fraction;
}

/**
 * Contract section 3, Positions: the sales of a transaction are shared among the wallets that end poorer, its buys among
 * those that end richer, by net amount, proceeds and cost likewise; where no wallet's net changed, each event's trader has
 * it. The flows are those of the transaction: what a pair had been given before is sold by
 * no wallet. What the contract leaves open: where all that changed ended on one side, these wallets have both sides.
 */
function shareOut(
  { transfers, trades }: Transaction,
  isWallet: (address: Address) => boolean,
): Map<Address, Deal> {
  const [net, arrived] = [new Map<Address, bigint>(), new Map<Address, bigint>()];
  for (const { from, to, value } of transfers) {
    if (isWallet(from)) net.set(from, (net.get(from) ?? 0n) - value);
    if (isWallet(to)) net.set(to, (net.get(to) ?? 0n) + value);
    arrived.set(to, (arrived.get(to) ?? 0n) + value);
  }
  const flows = new Map<Traded, bigint>();
  for (const trade of trades) {
    const came = arrived.get(trade.venue) ?? 0n;
    const used = trade.into < came ? trade.into : came;
    arrived.set(trade.venue, came - used);
    const flow = trade.isBuy ? trade.out - used : used - trade.out;
    flows.set(trade, flow < 0n ? 0n : flow);
  }
  const poorer = [...net].filter(([, amount]) => amount < 0n);
  const richer = [...net].filter(([, amount]) => amount > 0n);
  const sharesOf = (isBuy: boolean): ((wallet: Address) => { tokens: Fraction; platform: Fraction }) => {
    const ofSide = trades.filter((trade) => trade.isBuy === isBuy);
    const own = isBuy ? richer : poorer;
    const sharers = own.length > 0 ? own : isBuy ? poorer : richer;
    const all = sharers.reduce((sum, [, amount]) => sum + amount, 0n);
    return (wallet) => {
      const counted = sharers.length > 0 ? ofSide : ofSide.filter(({ payee }) => payee === wallet);
      const of = sharers.find(([sharer]) => sharer === wallet)?.[1] ?? 0n;
      const share = sharers.length > 0 ? Fraction.of(of, all) : Fraction.of(1n, 1n);
      const sum = (amount: (trade: Traded) => bigint): Fraction =>
        share.times(
          Fraction.of(
            counted.reduce((total, trade) => total + amount(trade), 0n),
            1n,
          ),
        );
      return {
        tokens: sum((trade) => flows.get(trade)!),
        platform: sum(({ gross, net: rest }) => (isBuy ? gross : rest)),
      };
    };
  };
  const [buysOf, salesOf] = [sharesOf(true), sharesOf(false)];
  const deals = new Map<Address, Deal>();
  for (const wallet of new Set([...net.keys(), ...trades.map(({ payee }) => payee)])) {
    const { tokens: bought, platform: cost } = buysOf(wallet);
    const { tokens: sold, platform: proceeds } = salesOf(wallet);
    const change = Fraction.of(net.get(wallet) ?? 0n, 1n);
    deals.set(wallet, { bought, cost, sold, proceeds, beside: change.minus(bought).plus(sold) });
  }
  return deals;
}

function takeIn(lot: Lot, amount: Fraction, cost: Fraction | null): void {
  if (cost === null) {
    lot.unknown = lot.unknown.plus(amount);
    return;
  }
  lot.known = lot.known.plus(amount);
  lot.cost = lot.cost.plus(cost);
}

type EventName = Extract<(typeof abi)[number], { type: 'event' }>['name'];

/** Arguments of every event at once: whoever asks for a name knows which of them it has. */
type EventLog = Log & {
  readonly args: {
    readonly token?: Address;
    readonly trader?: Address;
    readonly pair?: Address;
    readonly from?: Address;
    readonly to?: Address;
    readonly value?: bigint;
    readonly platformAmount?: bigint;
    readonly fee?: bigint;
    readonly tokenAmount?: bigint;
    readonly amount0In?: bigint;
    readonly amount0Out?: bigint;
    readonly amount1In?: bigint;
    readonly amount1Out?: bigint;
    readonly virtualPlatform?: bigint;
    readonly virtualToken?: bigint;
    readonly reserve0?: bigint;
    readonly reserve1?: bigint;
    readonly current?: bigint;
  };
};

class ChainReader {
  readonly launchpad: Address;
  private readonly seen = new Map<string, Promise<unknown>>();

  constructor(
    private readonly client: PublicClient,
    private readonly contracts: { readonly launchpad: Address; readonly priceFeed: Address },
    private readonly block: bigint,
  ) {
    this.launchpad = contracts.launchpad;
  }

  logs(name: EventName, address: Address): Promise<EventLog[]> {
    const event = abi.find((item) => item.type === 'event' && item.name === name) as never;
    const range = { address, event, fromBlock: 0n, toBlock: this.block };
    return this.once(`${name} ${address}`, () => this.client.getLogs(range));
  }

  read<T>(address: Address, functionName: string, args: readonly unknown[] = []): Promise<T> {
    const call = { address, abi, functionName, args, blockNumber: this.block } as never;
    return this.once(`${address}.${functionName}(${args.join()})`, () => this.client.readContract(call));
  }

  /** The feed's answer at a block's end; null before the first, and when it is no price. */
  async answerAt(block: bigint): Promise<bigint | null> {
    const answers = await this.logs('AnswerUpdated', this.contracts.priceFeed);
    const answer = answers.findLast((log) => log.blockNumber <= block)?.args.current;
    return answer === undefined || answer <= 0n ? null : answer;
  }

  /** USD for one wei of a token at a block's end, by what was logged up to then. */
  async priceAt(token: Address, block: bigint): Promise<Fraction | null> {
    const answer = await this.answerAt(block);
    if (answer === null) return null;
    const graduation = (await this.logs('Graduated', this.launchpad)).find((log) => log.args.token === token);
    if (graduation !== undefined && graduation.blockNumber <= block) {
      const syncs = await this.logs('Sync', graduation.args.pair!);
      const { reserve0, reserve1 } = syncs.findLast((log) => log.blockNumber <= block)!.args;
      return this.poolPrice(token, reserve0!, reserve1!, answer);
    }
    const trades = [
      ...(await this.logs('Bought', this.launchpad)),
      ...(await this.logs('Sold', this.launchpad)),
    ]
      .filter((log) => log.args.token === token && log.blockNumber <= block)
      .sort((one, other) => (isLater(one, other) ? 1 : -1));
    const last = trades.at(-1)?.args;
    const platform =
      last?.virtualPlatform ?? (await this.read<bigint>(this.launchpad, 'INITIAL_VIRTUAL_PLATFORM'));
    const tokens = last?.virtualToken ?? (await this.read<bigint>(this.launchpad, 'INITIAL_VIRTUAL_TOKEN'));
    return usd(platform, answer).dividedBy(Fraction.of(tokens, 1n));
  }

  /** The same at the recount's own block, by calls. */
  async priceNow(token: Address): Promise<Fraction | null> {
    const round = await this.read<readonly [bigint, bigint]>(
      this.contracts.priceFeed,
      'latestRoundData',
    ).catch(() => null);
    if (round === null || round[1] <= 0n) return null;
    const [virtualPlatform, virtualToken, , , , graduated, pair] = await this.read<
      readonly [bigint, bigint, bigint, bigint, bigint, boolean, Address]
    >(this.launchpad, 'curve', [token]);
    if (!graduated) return usd(virtualPlatform, round[1]).dividedBy(Fraction.of(virtualToken, 1n));
    const [reserve0, reserve1] = await this.read<readonly [bigint, bigint]>(pair, 'getReserves');
    return this.poolPrice(token, reserve0, reserve1, round[1]);
  }

  private async poolPrice(
    token: Address,
    reserve0: bigint,
    reserve1: bigint,
    answer: bigint,
  ): Promise<Fraction> {
    const platformToken = await this.read<Address>(this.launchpad, 'platformToken');
    const isFirst = platformToken.toLowerCase() < token.toLowerCase();
    const [platform, tokens] = isFirst ? [reserve0, reserve1] : [reserve1, reserve0];
    return usd(platform, answer).dividedBy(Fraction.of(tokens, 1n));
  }

  private once<T>(key: string, read: () => Promise<unknown>): Promise<T> {
    const answer = this.seen.get(key) ?? read();
    this.seen.set(key, answer);
    return answer as Promise<T>;
  }
}

const ZERO = Fraction.ZERO;

/** Platform token in wei at an answer of 8 decimals. */
function usd(wei: bigint, answer: bigint): Fraction {
  return Fraction.of(wei * answer, 10n ** 26n);
}

function isLater(a: Log, b: Log): boolean {
  return a.blockNumber === b.blockNumber ? a.logIndex > b.logIndex : a.blockNumber > b.blockNumber;
}

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
  readonly venue: Address;
  readonly payee: Address;
  /** App tokens that left the venue or came in, whatever went the other way. */
  readonly tokens: bigint;
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
  const tradeOf = pairUp(trades, transfers);
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

  for (const transfer of transfers) {
    const { blockNumber, from, to, value } = transfer;
    if (from === to || value === 0n) continue;
    const trade = tradeOf.get(transfer);
    const amount = Fraction.of(value, 1n);
    const giver = lotOf(from, blockNumber);
    if (giver !== null) {
      const answer = await chain.answerAt(blockNumber);
      const proceeds = trade?.isBuy === false && answer !== null ? usd(trade.net, answer) : null;
      giveUp(giver, amount, proceeds);
    }
    const taker = lotOf(to, blockNumber);
    if (taker !== null) {
      const answer = await chain.answerAt(blockNumber);
      const price = trade?.isBuy === true ? null : await chain.priceAt(token, blockNumber);
      const paid = trade?.isBuy === true && answer !== null ? usd(trade.gross, answer) : null;
      const cost = trade?.isBuy === true ? paid : price && amount.times(price);
      if (cost === null) taker.unknown = taker.unknown.plus(amount);
      else {
        taker.known = taker.known.plus(amount);
        taker.cost = taker.cost.plus(cost);
      }
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
      const amounts = { tokens: tokenAmount!, gross: platformAmount!, net: platformAmount! - fee! };
      trades.push({ ...log, ...amounts, isBuy: name === 'Bought', venue: chain.launchpad, payee: trader! });
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
    const amounts = { tokens: tokens < 0n ? into : out, gross: paid, net: paid };
    trades.push({ ...log, ...amounts, isBuy: tokens > 0n, venue: pair, payee: to! });
  }
  return trades;
}

/**
 * Which trade each transfer is: the same transaction and amount, the venue at one end and a buyer at the other. What a
 * pair had been given before, and took with a sale, leaves the sale one transfer of less.
 */
function pairUp(trades: readonly Traded[], transfers: readonly Moved[]): Map<Moved, Traded> {
  const pairs = new Map<Moved, Traded>();
  for (const trade of [...trades].sort((a, b) => (isLater(a, b) ? 1 : -1))) {
    const fits = transfers.filter(
      (moved) =>
        moved.transactionHash === trade.transactionHash &&
        !pairs.has(moved) &&
        isLater(trade, moved) &&
        moved.value > 0n &&
        (trade.isBuy
          ? isAddressEqual(moved.from, trade.venue) && moved.to === trade.payee
          : isAddressEqual(moved.to, trade.venue)),
    );
    const exact = fits.filter(({ value }) => value === trade.tokens).at(-1);
    const lesser = !trade.isBuy && fits.length === 1 && fits[0]!.value < trade.tokens ? fits[0] : undefined;
    const leg = exact ?? lesser;
    if (leg !== undefined) pairs.set(leg, trade);
  }
  return pairs;
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

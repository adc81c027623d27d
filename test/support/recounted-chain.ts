import { http, createPublicClient, parseAbi, type Address, type PublicClient } from 'viem';
import { Fraction } from './fraction.js';

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

export interface Log {
  readonly blockNumber: bigint;
  readonly logIndex: number;
  readonly transactionHash: string;
}

type EventName = Extract<(typeof abi)[number], { type: 'event' }>['name'];

/** Arguments of every event at once: code that asks for a name knows which of them it has. */
export type EventLog = Log & {
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

/** What a recount asks of a node: logs for the past, calls for the block itself. Each question once. */
export class RecountedChain {
  readonly launchpad: Address;
  private readonly seen = new Map<string, Promise<unknown>>();

  private readonly client: PublicClient;

  constructor(
    rpcUrl: string,
    private readonly contracts: { readonly launchpad: Address; readonly priceFeed: Address },
    private readonly block: bigint,
  ) {
    this.client = createPublicClient({ transport: http(rpcUrl, { batch: true, timeout: 60_000 }) });
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

/** Platform token in wei at an answer of 8 decimals. */
export function usd(wei: bigint, answer: bigint): Fraction {
  return Fraction.of(wei * answer, 10n ** 26n);
}

export function isLater(a: Log, b: Log): boolean {
  return a.blockNumber === b.blockNumber ? a.logIndex > b.logIndex : a.blockNumber > b.blockNumber;
}

import { zeroAddress, type AbiParameter } from 'viem';
import { parseAddress, toAddress, type Address } from '@slipway/domain';
import type { RoutedTrade } from '../../../modules/market/curves/quotes.service.js';
import type { AmountRole } from '@slipway/protocols';
import type { DecodedCall, RawCall } from './decode-call.js';
import type { Path, Telling, TokenRef } from '@slipway/protocols';

/**
 * A token that is meant: an address, ether, or the shares of an app's pool, of which null is a pool that is no app's. Null where
 * the call names none.
 */
export type MeantToken = Address | 'ether' | { readonly sharesOf: Address | null } | null;

export interface ToldAmount {
  /** Null for an amount that is only said. */
  readonly role: AmountRole | null;
  readonly token: MeantToken;
  /** In wei. */
  readonly amount: bigint;
  /** Whether it is no bound: what a trade takes or gives. */
  readonly isExact: boolean;
}

/** What stands at a path. */
export type Part =
  | { readonly is: 'amount'; readonly amount: ToldAmount }
  | { readonly is: 'address'; readonly address: Address }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'value'; readonly value: string };

/** A call in terms of tokens and accounts. */
export interface ToldCall {
  /** With paths in braces, and in brackets what is said of another recipient. */
  readonly sentence: string;
  readonly parts: ReadonlyMap<Path, readonly Part[]>;
  readonly amounts: readonly ToldAmount[];
  readonly spenders: readonly Address[];
  readonly recipients: readonly Address[];
  /** Unix seconds. */
  readonly deadlines: readonly bigint[];
  /** Null for a call that trades nothing. */
  readonly trade: RoutedTrade | null;
  /** Whether it lets the spender take everything, whatever the amount. */
  readonly allowsAll: boolean;
  /** Whether it gives a right by an amount of nothing. */
  readonly allowsAtZero: boolean;
  readonly paysSender: boolean;
  readonly byAnyone: boolean;
  readonly isWhole: boolean;
}

/** Where a call goes. */
export interface CallPosition extends Pick<RawCall, 'to' | 'value'> {
  readonly platformToken: Address;
  /** The app's token, where a pool is called. */
  readonly poolToken: Address | null;
}

const SAYS_NOTHING: Omit<ToldCall, 'sentence' | 'isWhole'> = {
  parts: new Map(),
  amounts: [],
  spenders: [],
  recipients: [],
  deadlines: [],
  trade: null,
  allowsAll: false,
  allowsAtZero: false,
  paysSender: false,
  byAnyone: true,
};

/** A decoded call by its telling. */
export function tellCall(decoded: DecodedCall, position: CallPosition): ToldCall {
  const { telling, entry, isCanonical } = decoded;
  if (telling === null)
    return { ...SAYS_NOTHING, sentence: `Read ${entry.name}, which changes nothing.`, isWhole: isCanonical };
  const at = (path: Path | undefined): readonly unknown[] =>
    path === undefined ? [] : valuesAt(path, decoded, position);
  const addresses = (path: Path | undefined): Address[] =>
    at(path).flatMap((value) => readAddress(value) ?? []);
  const amountsAt = new Map(
    Object.entries(telling.amounts ?? {}).map(([path, [role, ref]]): [Path, readonly ToldAmount[]] => {
      const tokens = tokensOf(ref, addresses, position);
      const isExact = path === telling.trade?.exact;
      const values = at(path).filter((value) => typeof value === 'bigint');
      return [path, values.map((amount, i) => ({ role, amount, isExact, token: tokens[i] ?? null }))];
    }),
  );
  const { ifNone } = telling;
  const sentence =
    ifNone !== undefined && !at(ifNone.path).some(Boolean) ? ifNone.sentence : telling.sentence;
  return {
    sentence,
    parts: new Map(
      pathsIn(sentence).map((path) => [
        path,
        amountsAt.get(path)?.map((amount): Part => ({ is: 'amount', amount })) ??
          at(path).map((value) => toPart(value, typeOf(path, decoded))),
      ]),
    ),
    amounts: [...amountsAt.values()].flat(),
    spenders: addresses(telling.spender),
    recipients: addresses(telling.recipient),
    deadlines: at(telling.deadline).map((time) => BigInt(time as number)),
    trade: tradeOf(telling, amountsAt, (ref) => tokensOf(ref, addresses, position)),
    allowsAll: telling.allowsAll !== undefined && at(telling.allowsAll).some(Boolean),
    allowsAtZero: telling.allowsAtZero ?? false,
    paysSender: telling.paysSender ?? false,
    byAnyone: telling.byAnyone ?? false,
    isWhole: isCanonical && at(telling.onlyEmpty).every((value) => value === '0x'),
  };
}

/** The tokens that a call is about, with the app's of the pool whose shares it moves. */
export function tokensIn({ amounts, trade }: ToldCall): Address[] {
  return [...(trade?.route ?? []), ...amounts.flatMap(({ token }) => addressesOf(token))];
}

function addressesOf(token: MeantToken): readonly Address[] {
  if (token === null || token === 'ether') return [];
  if (typeof token === 'string') return [token];
  return token.sharesOf === null ? [] : [token.sharesOf];
}

/** The paths that a sentence names. */
export function pathsIn(sentence: string): Path[] {
  return [...sentence.matchAll(/\{([^}]+)\}/g)].map(([, path = '']) => path);
}

function tradeOf(
  { trade }: Telling,
  amountsAt: ReadonlyMap<Path, readonly ToldAmount[]>,
  tokensAt: (ref: TokenRef) => MeantToken[],
): RoutedTrade | null {
  if (trade === undefined) return null;
  const { on, exact } = trade;
  const [amount] = exact === undefined ? [] : (amountsAt.get(exact) ?? []);
  return {
    on,
    // Ether has no market here: it stands as no token of ours.
    route: trade.route.flatMap(tokensAt).flatMap((token) => {
      if (token === 'ether') return [NO_TOKEN];
      return typeof token === 'string' ? [token] : [];
    }),
    amount: amount?.amount ?? null,
    isAmountIn: amount?.role === 'pays',
  };
}

/** As many tokens as amounts; a path along no token, which reverts, has none. */
function tokensOf(
  ref: TokenRef,
  addresses: (path: Path) => Address[],
  { platformToken, poolToken, to }: CallPosition,
): MeantToken[] {
  if (ref === 'platform') return [platformToken];
  if (ref === 'ether') return ['ether'];
  if (ref === 'token0' || ref === 'token1') {
    const [first, second] = inPairOrder(platformToken, poolToken ?? to);
    return [ref === 'token0' ? first : second];
  }
  if (ref !== 'shares') return addresses(ref);
  const pair = [...addresses('tokenA'), ...addresses('tokenB')];
  const [app = null] = pair.filter((token) => token !== platformToken);
  return [{ sharesOf: pair.includes(platformToken) ? app : null }];
}

const NO_TOKEN = toAddress(zeroAddress);

/** A pair's tokens in the order of their numbers. */
function inPairOrder(one: Address, other: Address): [Address, Address] {
  return BigInt(one) < BigInt(other) ? [one, other] : [other, one];
}

function toPart(value: unknown, type: string | undefined): Part {
  if (type === 'string') return { is: 'text', text: String(value) };
  const address = readAddress(value);
  return address === null ? { is: 'value', value: String(value) } : { is: 'address', address };
}

/** The type of an argument; of a part of one undefined. */
function typeOf(path: Path, { entry }: DecodedCall): string | undefined {
  return entry.inputs.find(({ name }) => name === path)?.type;
}

const readAddress = (value: unknown): Address | null =>
  typeof value === 'string' ? parseAddress(value) : null;

/** What stands at a path: nothing where a list is too short, each item for `[]`. */
function valuesAt(path: Path, { entry, args }: DecodedCall, { to, value }: CallPosition): unknown[] {
  if (path === '@.to') return [to];
  if (path === '@.value') return [value];
  const [name, ...rest] = path.split('.');
  const place = entry.inputs.findIndex((input: AbiParameter) => input.name === name);
  if (place < 0) return [];
  return rest.reduce<unknown[]>((found, step) => found.flatMap((one) => stepInto(one, step)), [args[place]]);
}

function stepInto(value: unknown, step: string): unknown[] {
  const index = /^\[(-?\d*)\]$/.exec(step)?.[1];
  if (index === undefined) {
    const part = (value as Readonly<Record<string, unknown>> | undefined)?.[step];
    return part === undefined ? [] : [part];
  }
  const list = value as readonly unknown[];
  if (index === '') return [...list];
  const item = list.at(Number(index));
  return item === undefined ? [] : [item];
}

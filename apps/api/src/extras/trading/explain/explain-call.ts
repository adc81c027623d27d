import {
  nameAmount,
  nameToken,
  ONE_TOKEN,
  parseAddress,
  quoteStrangersText,
  showStrangersText,
  toDecimalString,
  toJsonNumber,
  type Address,
  type Ratio,
} from '@slipway/domain';
import { type SigningWarningCode, toSigningWarnings } from '../../../modules/market/curves/curves.dto.js';
import { isNoLeast, type RoutedTrade } from '../../../modules/market/curves/quotes.service.js';
import type { ExactPrice } from '../../../modules/market/prices/prices.service.js';
import type { NamedToken } from '../../../modules/market/token-names/token-names.service.js';
import type { CallAmountDto, CallApprovalDto, ExplainedCallDto } from '../dto/explain.dto.js';
import type { ContractKind } from '../call-kinds.js';
import {
  namesStandardFunction,
  selectorOf,
  type CallDecoder,
  type DecodedCall,
  type RawCall,
} from './decode-call.js';
import { tellCall, type MeantToken, type Part, type ToldAmount, type ToldCall } from './tell-call.js';

/** A call, with what could be made of it. */
export interface ReadCall extends RawCall {
  readonly kind: ContractKind | null;
  readonly decoded: DecodedCall | null;
  readonly told: ToldCall | null;
  /** Who sends it: the wallet, or the Multicall3 that passes it on. Null when that is not known. */
  readonly sender: Address | null;
  /** Whether a multicall passes it on. */
  readonly isInner: boolean;
}

/** What an explanation needs to know beside the call. */
export interface Surroundings {
  readonly names: ReadonlyMap<Address, NamedToken>;
  readonly prices: ReadonlyMap<Address, ExactPrice>;
  /** What the markets of each trade say of it. */
  readonly ofTrades: ReadonlyMap<RoutedTrade, readonly SigningWarningCode[]>;
  /** Contracts of ours that take tokens. */
  readonly spenders: ReadonlySet<Address>;
  /** The wallet. */
  readonly from: Address | null;
  /** Unix seconds. */
  readonly now: number;
}

type Explained = Pick<ExplainedCallDto, keyof ExplainedCallDto>;

const MAX_TEXT = 64;
const MAX_ARGUMENT = 256;

/** Items of a batch that a sentence names. */
const MOST_SAID = 5;

/** An allowance of a token whose supply is not known is without limit from here on. */
export const UNKNOWN_SUPPLY = 2n ** 128n;

/** A trade in a pool is carried out within minutes. */
const FAR_SECONDS = 3_600n;

/** A call in the interface's terms. */
export function explainCall(call: ReadCall, surroundings: Surroundings): Explained {
  const { to, data, kind, decoded, told } = call;
  const amounts = told?.amounts ?? [];
  return {
    to,
    known: kind !== null && told !== null && told.isWhole && !isNested(call),
    contract: kind,
    selector: selectorOf(data),
    functionName: decoded?.entry.name ?? null,
    summary: summaryOf(call, surroundings),
    arguments: (decoded?.entry.inputs ?? []).map(({ name, type }, i) => ({
      name: name ?? '',
      type,
      value: showStrangersText(show(decoded?.args[i], type), MAX_ARGUMENT),
    })),
    amounts: amounts.flatMap((amount) => toAmount(amount, call, surroundings)),
    approval: approvalOf(told, surroundings),
    warnings: toSigningWarnings(warningsOf(call, surroundings)),
  };
}

/**
 * The sentence of a call of ours.
 *
 * @throws Error for a call that is not told
 */
export function sayCall(
  decoder: CallDecoder,
  call: RawCall,
  kind: ContractKind,
  about: Speaker & { readonly platformToken: Address },
): string {
  const decoded = decoder.decode(kind, call.data);
  const told = decoded && tellCall(decoded, { ...call, platformToken: about.platformToken, poolToken: null });
  const sentence = summaryOf({ ...call, kind, decoded, told, sender: about.from, isInner: false }, about);
  if (sentence === null) throw new Error(`a call of ${kind} is not told`);
  return sentence;
}

/** What sentences need to know. */
type Speaker = Pick<Surroundings, 'names' | 'from'>;

function summaryOf(call: ReadCall, surroundings: Speaker): string | null {
  const { to, data, value, told, sender, isInner } = call;
  if (told === null || isNested(call)) {
    if (value === 0n) return null;
    return `Send ${inEther(value)} to ${to}${data === '0x' ? '' : ', with a call that is not told'}.`;
  }
  const isToSender = told.recipients.length > 0 && told.recipients.every((one) => one === surroundings.from);
  const sentence = told.sentence
    .replace(/\[([^\]{}]*\{[^}]*\})\]/, isToSender ? '' : '$1')
    .replaceAll(/\{([^}]+)\}/g, (_, path: string) => sayParts(told.parts.get(path) ?? [], surroundings));
  const said =
    value === 0n || told.parts.has('@.value') ? sentence : `${sentence} Send ${inEther(value)} along.`;
  return isInner && !told.byAnyone ? `By ${sender ?? to}, not by the wallet: ${said}` : said;
}

/** The first few of a list. */
function sayParts(parts: readonly Part[], surroundings: Speaker): string {
  const said = parts.slice(0, MOST_SAID).map((part) => sayPart(part, surroundings));
  const more = parts.length - said.length;
  return more > 0 ? `${said.join(', ')} and ${more} more` : said.join(', ');
}

function sayPart(part: Part, surroundings: Speaker): string {
  switch (part.is) {
    case 'amount':
      return sayAmount(part.amount, surroundings);
    case 'text':
      return quoteStrangersText(part.text, MAX_TEXT);
    case 'address':
      return part.address;
    case 'value':
      return showStrangersText(part.value, MAX_TEXT);
  }
}

function sayAmount(told: ToldAmount, { names }: Speaker): string {
  const { amount } = told;
  if (told.token === 'ether') return inEther(amount);
  const token = meantToken(told.token, names);
  if (token === null) return `${amount} base units${told.token === null ? '' : ' of shares of the pool'}`;
  return isAll(told, token) ? `all ${nameToken(token)} without limit` : nameAmount(amount, token);
}

function inEther(wei: bigint): string {
  return `${toDecimalString({ numerator: wei, denominator: ONE_TOKEN })} ether`;
}

/** The token that is meant; null for none, and for shares of a pool that is not known. */
function meantToken(token: MeantToken, names: Surroundings['names']): NamedToken | null {
  if (token === null || token === 'ether') return null;
  if (typeof token === 'string') return names.get(token) ?? null;
  const pool = token.sharesOf === null ? null : (names.get(token.sharesOf)?.pool ?? null);
  return pool === null ? null : { ...UNNAMED, address: pool };
}

const UNNAMED = {
  symbol: null,
  isPlain: false,
  isHidden: false,
  isAmbiguous: false,
  isOurs: true,
  supply: null,
  pool: null,
};

/** Whether an amount that is a bound bounds nothing. */
function isAll({ role, amount, isExact }: ToldAmount, token: NamedToken): boolean {
  return (
    (role === 'allows' || (role === 'pays' && !isExact)) &&
    amount >= (token.supply ?? UNKNOWN_SUPPLY) &&
    amount > 0n
  );
}

function isUnlimited(told: ToldCall, { names }: Surroundings): boolean {
  if (told.allowsAll) return true;
  return told.amounts.some((amount) => {
    const token = meantToken(amount.token, names);
    return amount.role === 'allows' && token !== null && isAll(amount, token);
  });
}

function approvalOf(told: ToldCall | null, surroundings: Surroundings): CallApprovalDto | null {
  const [spender] = told?.spenders ?? [];
  if (told === null || spender === undefined) return null;
  return {
    spender,
    isOurs: surroundings.spenders.has(spender),
    isUnlimited: isUnlimited(told, surroundings),
  };
}

function toAmount(told: ToldAmount, call: ReadCall, { names, prices }: Surroundings): CallAmountDto[] {
  const token = meantToken(told.token, names);
  if (token === null || told.role === null) return [];
  // What Multicall3 pays and gets is its own.
  const isOfWallet = !call.isInner || call.told?.byAnyone === true;
  const isTrade = told.role === 'pays' || told.role === 'receives_at_least';
  const price = prices.get(token.address)?.usd ?? null;
  return [
    {
      role: isTrade && !isOfWallet ? 'moves' : told.role,
      tokenAddress: token.address,
      symbol: token.symbol,
      amount: told.amount.toString(),
      valueUsd: price === null || isAll(told, token) ? null : worth(told.amount, price),
    },
  ];
}

/** In what the price is in. In USD it is the figure that a portfolio has of the same amount. */
function worth(amount: bigint, { numerator, denominator }: Ratio): number {
  return toJsonNumber({ numerator: amount * numerator, denominator: denominator * ONE_TOKEN });
}

function warningsOf(call: ReadCall, surroundings: Surroundings): SigningWarningCode[] {
  const { kind, told, value } = call;
  const found: SigningWarningCode[] = told === null ? [] : warningsOfTold(call, told, surroundings);
  if (kind === null) found.push('unknown_contract');
  if (told?.isWhole !== true && (kind !== null || namesStandardFunction(call.data)))
    found.push('unknown_function');
  if (isNested(call)) found.push('nested_call');
  if (told === null && value > 0n) found.push('other_recipient');
  if (value > 0n) found.push('sends_ether');
  return found;
}

/** Whether it is a multicall in a multicall. */
const isNested = ({ kind, isInner, decoded }: ReadCall): boolean =>
  isInner && kind === 'multicall3' && decoded?.telling !== null;

function warningsOfTold(call: ReadCall, told: ToldCall, surroundings: Surroundings): SigningWarningCode[] {
  const { names, prices, ofTrades, spenders, from, now } = surroundings;
  const { amounts, recipients, deadlines, trade } = told;
  const tokens = [
    ...amounts.map(({ token }) => meantToken(token, names)),
    ...(trade?.route ?? []).map((one) => names.get(one)),
  ].filter((token) => token !== null && token !== undefined);
  const allows =
    told.allowsAll ||
    told.allowsAtZero ||
    amounts.some(({ role, amount }) => role === 'allows' && amount > 0n);
  const trades = amounts.some(({ role }) => role === 'pays' || role === 'receives_at_least');
  const paid =
    told.paysSender && call.isInner && call.sender !== null ? [...recipients, call.sender] : recipients;
  const conditions: readonly (readonly [SigningWarningCode, boolean])[] = [
    ['no_minimum', hasNoMinimum(told, surroundings)],
    ['stale_price', trades && tokens.some(({ address }) => prices.get(address)?.stale === true)],
    ['hidden_app', tokens.some(({ isHidden }) => isHidden)],
    ['ambiguous_symbol', tokens.some(({ isAmbiguous }) => isAmbiguous)],
    ['unlimited_approval', isUnlimited(told, surroundings)],
    ['foreign_spender', allows && told.spenders.some((spender) => !spenders.has(spender))],
    ['other_recipient', paid.some((recipient) => recipient !== from)],
    ['unknown_contract', tokens.some(({ isOurs }) => !isOurs)],
    ['far_deadline', deadlines.some((deadline) => deadline > BigInt(now) + FAR_SECONDS)],
  ];
  const ofMarkets = (trade === null ? null : ofTrades.get(trade)) ?? [];
  return [...ofMarkets, ...conditions.filter(([, isSo]) => isSo).map(([code]) => code)];
}

/** Whether a trade may give nothing, next to nothing, or take everything. */
function hasNoMinimum({ amounts }: ToldCall, { names, prices }: Surroundings): boolean {
  const received = amounts.filter(({ role }) => role === 'receives_at_least');
  const paid = amounts.filter(({ role }) => role === 'pays');
  if (received.some(({ amount }) => amount === 0n)) return true;
  if (received.length === 0)
    return amounts.some(({ role, token, amount }) => {
      const most = role === null ? paid.find((one) => one.token === token)?.amount : undefined;
      return most !== undefined && isNoLeast(Number(amount), Number(most));
    });
  const [shares] = paid;
  if (shares !== undefined && shares.token !== null && typeof shares.token === 'object')
    return isNoLeast(rootOf(received), Number(shares.amount));
  const tokensOfPaid = paid.map((one) => ({ one, token: meantToken(one.token, names) }));
  if (tokensOfPaid.some(({ one, token }) => token !== null && isAll(one, token))) return true;
  const worthOf = (told: readonly ToldAmount[]): number | null =>
    told.reduce<number | null>((sum, { token, amount }) => {
      const price = typeof token === 'string' ? prices.get(token as Address)?.inPlatform : null;
      return sum === null || price === null || price === undefined ? null : sum + worth(amount, price);
    }, 0);
  const [out, back] = [worthOf(paid), worthOf(received)];
  return out !== null && back !== null && isNoLeast(back, out);
}

/** A pool gives two amounts for shares; the root of their product is never less than the shares. */
function rootOf(amounts: readonly ToldAmount[]): number {
  return amounts.reduce((root, { amount }) => root * Math.sqrt(Number(amount)), 1);
}

/** A value of Solidity as text, of which only the beginning is kept. */
function show(value: unknown, type: string): string {
  if (type === 'string') return String(value);
  const shown = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return part.toString();
    if (typeof part === 'string') return parseAddress(part) ?? part;
    return Array.isArray(part) ? part.slice(0, MAX_ARGUMENT) : part;
  });
  return typeof value === 'string' || typeof value === 'bigint' ? shown.slice(1, -1) : shown;
}

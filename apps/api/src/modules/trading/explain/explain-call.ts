import { showStrangersText, TOKEN_DECIMALS, toDecimalString, type Address } from '@slipway/domain';
import type { CallAmountDto, CallApprovalDto, ExplainedCallDto } from '../dto/explain.dto.js';
import { selectorOf, type DecodedCall, type RawCall } from './decode-call.js';
import type { CallWarning, ContractKind } from '../types/trading.types.js';
import { isUnlimited, type ToldAmount, type ToldCall } from './tell-call.js';

/** A call, with what could be made of it. */
export interface ReadCall extends RawCall {
  readonly kind: ContractKind | null;
  readonly decoded: DecodedCall | null;
  readonly told: ToldCall | null;
}

/** What an explanation needs to know beside the call. */
export interface Surroundings {
  readonly prices: ReadonlyMap<Address, { readonly symbol: string | null; readonly priceUsd: number | null }>;
  /** Contracts of ours that take tokens. */
  readonly spenders: ReadonlySet<Address>;
  readonly from: Address | null;
}

type Explained = Pick<ExplainedCallDto, keyof ExplainedCallDto>;

const MAX_SYMBOL = 32;
const MAX_ARGUMENT = 256;

/** A call in the interface's terms. */
export function explainCall(
  { to, data, kind, decoded, told }: ReadCall,
  surroundings: Surroundings,
): Explained {
  const amounts = told?.amounts ?? [];
  return {
    to,
    known: decoded !== null,
    contract: kind,
    selector: selectorOf(data),
    functionName: decoded?.functionName ?? null,
    summary: told === null ? null : fill(told, surroundings),
    arguments: (decoded?.inputs ?? []).map(({ name, type }, i) => ({
      name: name ?? '',
      type,
      value: showStrangersText(show(decoded?.args[i]), MAX_ARGUMENT),
    })),
    amounts: amounts.map((amount) => toAmount(amount, surroundings)),
    approval: approvalOf(told, surroundings),
    warnings: told === null ? [] : warningsOf(told, surroundings),
  };
}

function approvalOf(told: ToldCall | null, { spenders }: Surroundings): CallApprovalDto | null {
  const spender = told?.spender ?? null;
  if (told === null || spender === null) return null;
  const isWithoutLimit = told.amounts.some(({ amount }) => isUnlimited(amount));
  return { spender, isOurs: spenders.has(spender), isUnlimited: isWithoutLimit };
}

function warningsOf(
  { amounts, spender, recipient }: ToldCall,
  { spenders, from }: Surroundings,
): CallWarning[] {
  const takes = spender !== null && amounts.some(({ amount }) => amount > 0n);
  return [
    ...(takes && amounts.some(({ amount }) => isUnlimited(amount)) ? (['unlimited_approval'] as const) : []),
    ...(takes && !spenders.has(spender) ? (['foreign_spender'] as const) : []),
    ...(from !== null && recipient !== null && recipient !== from ? (['other_recipient'] as const) : []),
  ];
}

function toAmount({ role, token, amount }: ToldAmount, { prices }: Surroundings): CallAmountDto {
  const { symbol = null, priceUsd = null } = prices.get(token) ?? {};
  const valueUsd =
    priceUsd === null || isUnlimited(amount) ? null : (Number(amount) / 10 ** TOKEN_DECIMALS) * priceUsd;
  return { role, tokenAddress: token, symbol, amount: amount.toString(), valueUsd };
}

function fill({ summary, amounts }: ToldCall, { prices }: Surroundings): string {
  return summary.replaceAll(/\{(\d)\}/g, (text, place: string) => {
    const told = amounts[Number(place)];
    if (told === undefined) return text;
    const symbol = prices.get(told.token)?.symbol ?? null;
    const unit = symbol === null ? `of ${told.token}` : showStrangersText(symbol, MAX_SYMBOL);
    if (isUnlimited(told.amount))
      return symbol === null ? `everything ${unit}` : `all ${unit}, without limit`;
    if (symbol === null) return `${told.amount} base units ${unit}`;
    return `${toDecimalString({ numerator: told.amount, denominator: 10n ** BigInt(TOKEN_DECIMALS) })} ${unit}`;
  });
}

/** A value of Solidity as text. */
function show(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}

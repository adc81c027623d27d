import type { Address } from './address.js';
import { toDecimalString } from './ratio.js';
import { quoteStrangersText, showStrangersText } from './strangers-text.js';
import { TOKEN_DECIMALS } from './token-amount.js';

/** What is known of a token that a sentence of ours is about. */
export interface TokenName {
  readonly address: Address;
  /** As its contract says it, of any length; null for a token that is not ours. */
  readonly symbol: string | null;
  /** Whether the symbol is the platform token's, or can be taken for no other. */
  readonly isPlain: boolean;
}

/** What is kept of a symbol that a stranger wrote. */
const MAX_SYMBOL = 32;

/**
 * **The** name of a token in a sentence: its symbol alone where that is plain, else in quotes with the short address. Without a
 * symbol the whole address.
 */
export function nameToken({ address, symbol, isPlain }: TokenName): string {
  if (symbol === null) return address;
  return isPlain
    ? showStrangersText(symbol, MAX_SYMBOL)
    : `${quoteStrangersText(symbol, MAX_SYMBOL)} (${shortAddress(address)})`;
}

/** An amount of a token in a sentence; of a token that is not ours in its base units, since its decimals are not known. */
export function nameAmount(amount: bigint, token: TokenName): string {
  if (token.symbol === null) return `${amount} base units of ${token.address}`;
  const denominator = 10n ** BigInt(TOKEN_DECIMALS);
  return `${toDecimalString({ numerator: amount, denominator })} ${nameToken(token)}`;
}

/** `0x1234…abcd` */
function shortAddress(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

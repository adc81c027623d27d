import { SiweMessage } from 'siwe';

/** A message is held in memory and hashed: 4 KB is many times what wallets and builders write. */
export const MAX_MESSAGE_BYTES = 4_096;

/** The fields of an EIP-4361 message. Times are those of the text, checked to exist. */
export interface SignInMessage {
  readonly scheme: string | null;
  /** RFC 3986 authority. */
  readonly domain: string;
  /** EIP-55. */
  readonly address: string;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expirationTime: Date | null;
  readonly notBefore: Date | null;
}

/**
 * Reads an EIP-4361 message with the `siwe` package's grammar. Of several texts that would read the same (leading
 * zeros, say) only the one that it would write itself is taken.
 *
 * @returns null when the text is no such message, or longer than 4 KB
 */
export function parseSignInMessage(text: string): SignInMessage | null {
  // The package takes an object for a message too, and then fills in what is missing.
  if (typeof text !== 'string' || Buffer.byteLength(text) > MAX_MESSAGE_BYTES) return null;
  const parsed = parseText(text);
  if (parsed?.version !== '1' || parsed.prepareMessage() !== text) return null;
  const issuedAt = parseTime(parsed.issuedAt);
  const expirationTime = parseTime(parsed.expirationTime);
  const notBefore = parseTime(parsed.notBefore);
  if (
    issuedAt === null ||
    issuedAt === 'invalid' ||
    expirationTime === 'invalid' ||
    notBefore === 'invalid'
  ) {
    return null;
  }
  return {
    scheme: parsed.scheme ?? null,
    domain: parsed.domain,
    address: parsed.address,
    uri: parsed.uri,
    chainId: parsed.chainId,
    nonce: parsed.nonce,
    issuedAt,
    expirationTime,
    notBefore,
  };
}

/** What a challenge asks a wallet to sign. */
export interface ChallengeFields {
  readonly domain: string;
  readonly address: string;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expirationTime: Date;
}

const STATEMENT = 'Sign in to Slipway. This costs nothing and sends no transaction.';

export function writeSignInMessage({ issuedAt, expirationTime, ...fields }: ChallengeFields): string {
  return new SiweMessage({
    ...fields,
    version: '1',
    statement: STATEMENT,
    issuedAt: issuedAt.toISOString(),
    expirationTime: expirationTime.toISOString(),
  }).prepareMessage();
}

function parseText(text: string): SiweMessage | null {
  try {
    return new SiweMessage(text);
  } catch {
    return null;
  }
}

/** The grammar has checked the form; a day that its month does not have must not become another day. */
function parseTime(text: string | undefined): Date | 'invalid' | null {
  if (text === undefined) return null;
  const time = new Date(text);
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const isDay = day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return isDay && !Number.isNaN(time.getTime()) ? time : 'invalid';
}

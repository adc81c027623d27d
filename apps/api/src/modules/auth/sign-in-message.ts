import { SiweMessage } from 'siwe';
import { FRAME_URI, takeFrame } from './sign-in-frame.js';
import { isUri } from './uri-grammar.js';

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
 * Reads an EIP-4361 message with the `siwe` package's grammar, which is interpreted and sees no long line. Of several texts that would read the same (leading
 * zeros, say) only the one that it would write itself is taken.
 *
 * @returns null when the text is no such message, or longer than 4 KB
 */
export function parseSignInMessage(text: string): SignInMessage | null {
  // The package takes an object for a message too, and then fills in what is missing.
  const frame = typeof text === 'string' ? takeFrame(text) : null;
  if (frame === null) return null;
  const parsed = parseText(frame.text);
  if (parsed?.version !== '1' || parsed.prepareMessage() !== frame.text) return null;
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
    uri: frame.uri,
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

/** @returns null when the grammar of EIP-4361 has no place for the domain or the URI */
export function writeSignInMessage({
  issuedAt,
  expirationTime,
  uri,
  ...fields
}: ChallengeFields): string | null {
  if (!isUri(uri)) return null;
  const frame = parseText({
    ...fields,
    uri: FRAME_URI,
    version: '1',
    statement: STATEMENT,
    issuedAt: issuedAt.toISOString(),
    expirationTime: expirationTime.toISOString(),
  });
  return frame?.prepareMessage().replace(`\nURI: ${FRAME_URI}\n`, () => `\nURI: ${uri}\n`) ?? null;
}

function parseText(text: ConstructorParameters<typeof SiweMessage>[0]): SiweMessage | null {
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

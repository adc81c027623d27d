import { SiweMessage } from 'siwe';
import { parseAddress } from '@slipway/domain';

/** What is read at all: many times what wallets and builders write. `siwe` takes up to 19 ms for it. */
const MAX_LENGTH = 4_096;
const MAX_RESOURCES = 100;

/** EIP-4361 has no other characters. */
const PRINTABLE = /^[ -~]*$/;

const STATEMENT = 'Sign in to Slipway. This costs nothing and sends no transaction.';

/** Lines that every message has, in this order. */
const LABELS = ['URI:', 'Version:', 'Chain ID:', 'Nonce:', 'Issued At:'];

/** The fields of an EIP-4361 message. */
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

/** A text is no EIP-4361 message. The error's message says where, and repeats nothing of the text. */
export class SignInMessageError extends Error {
  override readonly name = 'SignInMessageError';

  /** @param line the first one that is wrong, from 1; null when it is the whole */
  constructor(
    readonly line: number | null,
    what: string,
  ) {
    super(line === null ? what : `line ${line}: ${what}`);
  }
}

/**
 * Reads an EIP-4361 message. The address may be in any case: many clients write it in lower case.
 *
 * @throws SignInMessageError
 */
export function parseSignInMessage(text: string): SignInMessage {
  if (text.length > MAX_LENGTH) throw new SignInMessageError(null, 'must be at most 4 KB');
  const lines = text.split('\n');
  const foreign = lines.findIndex((line) => !PRINTABLE.test(line));
  if (foreign !== -1) {
    const isCrlf = lines[foreign]?.endsWith('\r') === true;
    const what = isCrlf ? 'ends in CR LF: lines end in LF' : 'only printable ASCII characters are allowed';
    throw new SignInMessageError(foreign + 1, what);
  }
  const resources = lines.flatMap((line, i) => (line.startsWith('- ') ? [i + 1] : []));
  const beyond = resources[MAX_RESOURCES];
  if (beyond !== undefined)
    throw new SignInMessageError(beyond, `must have at most ${MAX_RESOURCES} resources`);
  const address = parseAddress(lines[1] ?? '');
  if (address !== null) lines[1] = address;
  return toSignInMessage(read(lines.join('\n')), lines);
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

/** @throws SignInMessageError when EIP-4361 has no place for the domain (line 1) or the URI */
export function writeSignInMessage(fields: ChallengeFields): string {
  const { domain, address, uri, chainId, nonce, issuedAt, expirationTime } = fields;
  const text = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    STATEMENT,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expirationTime.toISOString()}`,
  ].join('\n');
  read(text);
  return text;
}

function read(text: string): SiweMessage {
  try {
    return new SiweMessage(text);
  } catch (error) {
    throw explain(error instanceof Error ? error.message : '', text);
  }
}

/** `siwe` names the line of a field that it cannot read, else how far it came; after that it repeats the message. */
function explain(said: string, text: string): SignInMessageError {
  const [, at, what] = /line (\d{1,4}): ([A-Za-z](?:(?! - )[A-Za-z0-9 -]){0,60})/.exec(said) ?? [];
  if (at !== undefined && what !== undefined) return new SignInMessageError(Number(at), what);
  const matched = Number(/"maxMatched":(\d{1,4})/.exec(said)?.[1] ?? 0);
  const line = text.slice(0, matched).split('\n').length;
  const missing = LABELS.find((label) => !text.includes(`\n${label}`));
  const isMissing = line > 1 && missing !== undefined;
  return new SignInMessageError(line, isMissing ? `"${missing}" is missing` : 'is not as EIP-4361 has it');
}

function toSignInMessage(message: SiweMessage, lines: readonly string[]): SignInMessage {
  /** `siwe` checks times, and lets leap seconds pass, which `Date` does not have. */
  const toTime = (label: string, text: string): Date => {
    const time = new Date(text);
    if (!Number.isNaN(time.getTime())) return time;
    const line = lines.lastIndexOf(`${label}: ${text}`) + 1;
    throw new SignInMessageError(line, 'has a leap second, which is not served');
  };
  const { scheme = null, domain, address, uri, chainId, nonce } = message;
  return {
    scheme,
    domain,
    address,
    uri,
    chainId,
    nonce,
    issuedAt: toTime('Issued At', message.issuedAt ?? ''),
    expirationTime:
      message.expirationTime === undefined ? null : toTime('Expiration Time', message.expirationTime),
    notBefore: message.notBefore === undefined ? null : toTime('Not Before', message.notBefore),
  };
}

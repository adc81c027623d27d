import { toAddress } from '@slipway/domain';
import { isAuthority, isUri } from './uri-grammar.js';

/** A message is held in memory and hashed: 4 KB is many times what wallets and builders write. */
const MAX_MESSAGE_BYTES = 4_096;

const MAX_URI_LENGTH = 1_024;

/** Each is checked by itself, and wallets send few. */
const MAX_RESOURCES = 100;

const STATEMENT = 'Sign in to Slipway. This costs nothing and sends no transaction.';

/** RFC 3339, without leap seconds. */
const TIME = String.raw`\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,200})?(?:[Zz]|[+-]\d{2}:\d{2})`;

/** EIP-4361, line by line. What RFC 3986 says of domain, URI and resources is checked apart. */
const MESSAGE = new RegExp(
  [
    String.raw`^(?:(?<scheme>[A-Za-z][A-Za-z0-9+\-.]*)://)?(?<domain>[!-~]{1,255}) wants you to sign in with your Ethereum account:`,
    String.raw`(?<address>0x[0-9A-Fa-f]{40})`,
    '',
    // Characters that RFC 3986 reserves, those that it does not, and blanks.
    String.raw`(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]*\n)?`,
    String.raw`URI: (?<uri>[!-~]{1,${MAX_URI_LENGTH}})`,
    'Version: 1',
    String.raw`Chain ID: (?<chainId>0|[1-9]\d{0,14})`,
    String.raw`Nonce: (?<nonce>[A-Za-z0-9]{8,300})`,
    `Issued At: (?<issuedAt>${TIME})`,
  ].join(String.raw`\n`) +
    String.raw`(?:\nExpiration Time: (?<expirationTime>${TIME}))?(?:\nNot Before: (?<notBefore>${TIME}))?` +
    String.raw`(?:\nRequest ID: (?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2}){1,300})?` +
    String.raw`(?:\nResources:(?<resources>(?:\n- [!-~]+){0,${MAX_RESOURCES}}))?$`,
);

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
 * Reads an EIP-4361 message, in time that grows with its length only. A message has one spelling: no leading zeros, no
 * other order of lines.
 *
 * @returns null when the text is no such message, or longer than 4 KB
 */
export function parseSignInMessage(text: string): SignInMessage | null {
  if (text.length > MAX_MESSAGE_BYTES) return null;
  const {
    scheme,
    domain,
    address,
    uri,
    chainId,
    nonce,
    resources = '',
    ...times
  } = MESSAGE.exec(text)?.groups ?? {};
  if (domain === undefined || address === undefined || uri === undefined || nonce === undefined) return null;
  if (!isAuthority(domain) || toAddress(address) !== address || !isUri(uri)) return null;
  if (!resources.split('\n- ').slice(1).every(isUri)) return null;
  const [issuedAt, expirationTime, notBefore] = [times.issuedAt, times.expirationTime, times.notBefore].map(
    parseTime,
  );
  if (!(issuedAt instanceof Date) || expirationTime === undefined || notBefore === undefined) return null;
  return {
    scheme: scheme ?? null,
    domain,
    address,
    uri,
    chainId: Number(chainId),
    nonce,
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

/** @returns null when the grammar of EIP-4361 has no place for the domain or the URI */
export function writeSignInMessage(fields: ChallengeFields): string | null {
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
  return parseSignInMessage(text) === null ? null : text;
}

/** @returns null for no text; undefined for a day that its month does not have, and must not become another */
function parseTime(text: string | undefined): Date | null | undefined {
  if (text === undefined) return null;
  const time = new Date(text);
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const isDay = day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return isDay && !Number.isNaN(time.getTime()) ? time : undefined;
}

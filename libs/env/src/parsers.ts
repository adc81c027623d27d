import { isIP } from 'node:net';
import { unescape } from 'node:querystring';
import { WrongValue } from './setting.js';
import { holdClients } from './trusted-networks.js';

/** A whole number in plain decimal digits. */
export function integer(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
      throw new WrongValue(`a whole number from ${minimum} to ${maximum}`);
    }
    return value;
  };
}

/** A port that a client can name; 0, "any", would leave nothing to print or to connect to. */
export const port = integer(1, 65_535);

/** An address or name to listen on. */
export function host(text: string): string {
  if (isIP(text) === 0 && !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text)) {
    throw new WrongValue('an IP address or a host name');
  }
  return text;
}

export function blockNumber(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new WrongValue('a block number');
  return BigInt(text);
}

/** Whatever was said: for what only the program that uses it can judge. */
export function anyText(text: string): string {
  return text;
}

export function oneOf<const T extends readonly string[]>(...allowed: T): (text: string) => T[number] {
  return (text) => {
    const found = allowed.find((one) => one === text);
    if (found === undefined) throw new WrongValue(`one of ${allowed.join(', ')}`);
    return found;
  };
}

/** 20 bytes of hex in any case. */
export function address(text: string): `0x${string}` {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new WrongValue('an address, 0x and 40 hexadecimal digits');
  return text as `0x${string}`;
}

export function folder(text: string): string {
  if (text.includes('\0')) throw new WrongValue('a path');
  return text;
}

/** An absolute http(s) URL; a slash at its end is dropped, so that paths can be appended. */
export function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hash !== '') {
    throw new WrongValue('an http(s) URL');
  }
  return text.replace(/\/+$/, '');
}

/** For production: clients' requests and tokens go to this URL. */
export function encryptedUrl(text: string): void {
  if (text !== NONE && !text.toLowerCase().startsWith('https:')) throw new WrongValue('an https URL');
}

/** The JSON-RPC nodes of one chain. */
export interface RpcUrls {
  /** Asked for everything. */
  readonly http: readonly [string, ...string[]];
  /** WebSockets, which announce new blocks. */
  readonly ws: readonly string[];
}

/** URLs of nodes, separated by commas: at least one http(s), and any number of ws(s). */
export function rpcUrls(text: string): RpcUrls {
  const urls = text.split(',').map((one) => one.trim().replace(/\/+$/, ''));
  const [first, ...others] = urls.filter((url) => hasScheme(url, 'http'));
  const ws = urls.filter((url) => hasScheme(url, 'ws'));
  if (first === undefined || 1 + others.length + ws.length < urls.length) {
    throw new WrongValue(
      'http(s) URLs, separated by commas, beside which ws(s) URLs may announce new blocks',
    );
  }
  return { http: [first, ...others], ws };
}

function hasScheme(text: string, scheme: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.hash === '' && [`${scheme}:`, `${scheme}s:`].includes(url.protocol);
}

/** An http(s) URL that paths are appended to. */
export function baseUrl(text: string): string {
  const url = httpUrl(text);
  if (url.includes('?')) throw new WrongValue('an http(s) URL without a query');
  return url;
}

export function postgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    throw new WrongValue('a URL such as postgresql://user:password@host:5432/database');
  }
  return text;
}

/** For production: not the login of the database that `npm start` makes. The parameters of a URL overrule its start. */
export function ownLogin(text: string): void {
  const { username, password, searchParams } = new URL(text);
  const login = [
    searchParams.get('user') ?? unescape(username),
    searchParams.get('password') ?? unescape(password),
  ];
  if (login.every((part) => part === 'local')) throw new WrongValue('a login of its own, not local:local');
}

/** How many proxies stand before us, or the networks they are in. */
export type TrustProxy = number | readonly string[];

/** A hop count, or a list of networks without clients in them: a client that is believed chooses its own address. */
export function trustProxy(text: string): TrustProxy {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (!networks.every(isNetwork)) {
    throw new WrongValue('a number of proxies or a list of networks such as 10.0.0.0/8,fd00::/8');
  }
  if (holdClients(networks))
    throw new WrongValue("networks of proxies alone, without the clients' addresses");
  return networks;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** What a setting that may name a service says when there is none. */
export const NONE = 'none';

/** An http(s) URL that anybody may read, so that it holds no credentials; null for `none`. */
export function optionalPublicUrl(text: string): string | null {
  if (text === NONE) return null;
  const url = httpUrl(text);
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') throw new WrongValue('an http(s) URL without credentials, or none');
  return url;
}

/** A name that clients are shown: one line of print. */
export function displayName(text: string): string {
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]{1,64}$/u.test(text)) throw new WrongValue('a name of 1 to 64 characters');
  return text;
}

/** What `REDIS_URL` says when there is none. */
export const NO_REDIS = NONE;

export function optionalRedisUrl(text: string): string {
  if (text === NO_REDIS) return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw new WrongValue('a URL such as redis://user:password@host:6379, or none');
  }
  return text;
}

import { isIP } from 'node:net';
import { unescape } from 'node:querystring';
import { z } from 'zod';
import { holdClients } from './trusted-networks.js';

/** What a setting that may name a service says when there is none. */
export const NONE = 'none';

/** A whole number in plain decimal digits. */
export function integer(minimum: number, maximum: number): z.ZodType<number, string> {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .pipe(z.coerce.number<string>(error).min(minimum, error).max(maximum, error));
}

/** A port that a client can name; 0, "any", would leave nothing to print or to connect to. */
export const port = integer(1, 65_535);

export const blockNumber = z
  .string()
  .regex(/^\d{1,18}$/, 'must be a block number')
  .transform(BigInt);

/** When a block is taken for final. */
export interface Finality {
  /** With so many blocks above it, whatever nodes say. */
  readonly blocks: number;
  /** Whether it is earlier, once the nodes' `finalized` block is at it or above. */
  readonly isByTag: boolean;
}

/** So far back the nodes' `finalized` block is believed to be: rollups prove hours of blocks at once. */
const FINALIZED: Finality = { blocks: 10_000, isByTag: true };

/** A number of blocks, or the word. */
export const finality: z.ZodType<Finality> = z
  .string()
  .regex(/^(finalized|\d+)$/, 'must be finalized, or a number of blocks from 1 to 100000')
  .transform((text) => (text === 'finalized' ? FINALIZED : { blocks: Number(text), isByTag: false }))
  .refine(
    ({ blocks }) => blocks >= 1 && blocks <= 100_000,
    'must be finalized, or a number of blocks from 1 to 100000',
  );

/** An address or name to listen on. */
export const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || z.hostname().safeParse(text).success,
    'must be an IP address or a host name',
  );

/** Names of hosts, separated by commas; `none` is no name. */
export const hostNames = z
  .string()
  .transform((text) => (text === NONE ? [] : text.split(',').map((name) => name.trim().toLowerCase())))
  .pipe(z.array(z.hostname('must be host names, separated by commas, or none')));

const ORIGINS = 'must be origins such as http://localhost:5173, separated by commas, or none';

/** Origins of pages, as browsers write them, separated by commas; `none` is no page. */
export const pageOrigins = z
  .string()
  .transform((text) => (text === NONE ? [] : text.split(',').map((origin) => origin.trim())))
  .pipe(
    z.array(z.url({ error: ORIGINS, abort: true }).refine((text) => new URL(text).origin === text, ORIGINS)),
  );

export function oneOf<const T extends readonly string[]>(...words: T): z.ZodType<T[number]> {
  return z.enum(words, `must be one of ${words.join(', ')}`);
}

/** A share, from 0 to 1. */
export const ratio = z
  .string()
  .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
  .transform(Number);

export const boolean = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true');

/** 20 bytes of hex in any case. */
/** Names of protocols: which there are is said where one is looked up. */
export const protocolName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be the name of a protocol, such as slipway');

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address, 0x and 40 hexadecimal digits')
  .transform((text) => text as `0x${string}`);

/** A key of secp256k1. */
export const privateKey = z
  .string()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be a private key, 64 hexadecimal digits');

/** Most price feeds whose product is a price. */
const MOST_FEEDS = 4;

const FEEDS = `must be at most ${MOST_FEEDS} addresses, each another one, separated by commas, or ${NONE}`;

/** Addresses of price feeds; `none` is an empty list. */
export const priceFeeds = z
  .string()
  .transform((text) => (text === NONE ? [] : text.split(',').map((one) => one.trim())))
  .pipe(
    z
      .array(address)
      .max(MOST_FEEDS, FEEDS)
      .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, FEEDS),
  );

/** Seconds of each of them, separated by commas; one number is for all. */
export const heartbeats = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(integer(1, 31_536_000)).max(MOST_FEEDS, `must be at most ${MOST_FEEDS} numbers`));

/** Seconds of the feed at a place: its own, or those that are for all. */
export function heartbeatOf(heartbeats: readonly number[], place: number): number {
  return heartbeats[heartbeats.length === 1 ? 0 : place] ?? 0;
}

export const folder = z.string().refine((text) => !text.includes('\0'), 'must be a path');

/** A JWT, as a header may hold it. */
export const accessToken = z
  .string()
  .regex(/^[\w-]{1,1024}\.[\w-]{1,2048}\.[\w-]{1,512}$/, 'must be an access token of POST /auth/token');

/** Keys of AES-256, separated by commas: the first encrypts, each decrypts. */
export const secretKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
  .refine(
    (keys) => keys.length <= 4 && keys.every(({ length }) => length === 32),
    'must be 1 to 4 keys of 32 bytes in base64, separated by commas: openssl rand -base64 32',
  );

/** A name that clients are shown: one line of print. */
export const displayName = z
  .string()
  .regex(/^[\p{L}\p{N}\p{P}\p{S} ]{1,64}$/u, 'must be a name of 1 to 64 characters');

/** `none` is null. */
export function orNone<S extends z.ZodType<unknown, string>>(schema: S): z.ZodType<z.output<S> | null> {
  return z
    .string()
    .transform((text) => (text === NONE ? null : text))
    .pipe(schema.nullable());
}

/** A URL of the schemes, without a fragment. */
function url(protocol: RegExp, error: string): z.ZodType<string, string> {
  return z.url({ protocol, error, abort: true }).refine((text) => new URL(text).hash === '', error);
}

/** A slash at the end is dropped, so that paths can be appended. */
const httpUrl = url(/^https?$/, 'must be an http(s) URL').transform(withoutSlash);

/** An http(s) URL that paths are appended to. */
export const baseUrl = httpUrl.refine(
  (text) => !text.includes('?'),
  'must be an http(s) URL without a query',
);

/** An http(s) URL that any reader may see, so that it holds no credentials. */
export const publicUrl = httpUrl.refine((text) => {
  const { username, password } = new URL(text);
  return username === '' && password === '';
}, 'must be an http(s) URL without credentials, or none');

/** For production: clients' requests and tokens go to this URL. */
export const encryptedUrl = z
  .string()
  .regex(/^https:/i, 'production needs an https URL')
  .nullable();

const RPC_URLS = 'must be http(s) URLs, separated by commas, beside which ws(s) URLs may announce new blocks';

/** The JSON-RPC nodes of one chain: those that are asked for everything, and WebSockets, which announce new blocks. */
export const rpcUrls = z
  .string()
  // One that is named twice is no second node.
  .transform((text) => [...new Set(text.split(',').map((one) => withoutSlash(one.trim())))])
  .pipe(z.array(url(/^(http|ws)s?$/, RPC_URLS)))
  .transform((urls, context) => {
    const ws = urls.filter((one) => new URL(one).protocol.startsWith('ws'));
    const [first, ...others] = urls.filter((one) => !ws.includes(one));
    if (first !== undefined) return { http: [first, ...others] as const, ws };
    context.addIssue(RPC_URLS);
    return z.NEVER;
  });

const POSTGRES_URL = 'must be a URL such as postgresql://user:password@host:5432/database';

export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: POSTGRES_URL, abort: true })
  .refine((text) => new URL(text).pathname.length > 1, POSTGRES_URL);

/** More standbys than this are a list that went wrong. */
const MOST_STANDBYS = 8;

/** The servers that reads may go to, in place of the primary. */
export const postgresUrls = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(
    z.array(postgresUrl).max(MOST_STANDBYS, `must be at most ${MOST_STANDBYS} URLs, separated by commas`),
  );

/**
 * For production: not a login of the database that `npm start` makes, whose password is published. The parameters of a URL overrule
 * its start.
 */
export const ownLogin = z.string().refine((text) => {
  const { password, searchParams } = new URL(text);
  return (searchParams.get('password') ?? unescape(password)) !== 'local';
}, "production needs a login of its own, not one with the local database's password");

export const ownLogins = z.array(ownLogin).nullable();

const REDIS_URL = 'must be a URL such as redis://user:password@host:6379, or none';

export const redisUrl = z
  .url({ protocol: /^rediss?$/, error: REDIS_URL, abort: true })
  .refine((text) => new URL(text).hostname !== '', REDIS_URL);

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** How many proxies stand before us, or the networks they are in. */
export type TrustProxy = number | readonly string[];

/** A hop count, or a list of networks without clients in them: a client that is believed chooses its own address. */
export const trustProxy = z
  .string()
  .transform((text): TrustProxy =>
    /^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim()),
  )
  .refine((trust) => typeof trust === 'number' || trust.every((one) => network.safeParse(one).success), {
    error: 'must be a number of proxies or a list of networks such as 10.0.0.0/8,fd00::/8',
    abort: true,
  })
  .refine(
    (trust) => typeof trust === 'number' || !holdClients(trust),
    "must be networks of proxies alone, without the clients' addresses",
  );

function withoutSlash(text: string): string {
  return text.replace(/\/+$/, '');
}

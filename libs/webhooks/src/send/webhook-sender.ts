import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, mayConnect, type ReceiverPlaces } from './receiver-url.js';
import { signedHeaders, type SignedMessage } from './signature.js';

/** All of a delivery: DNS, connection, TLS, request and answer. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const SHOWN_ANSWER_BYTES = 1_024;

/** A connection waits so long for the next message. */
const IDLE_MS = 4_000;

/**
 * Why a delivery failed.
 * - `no_public_address`: DNS has none for the host, or one that is not public: which of them is nobody's to learn.
 * - `connection_failed`: no connection, or it broke; `certificate`: its TLS certificate is not valid for the host.
 * - `timeout`: no status within 10 s.
 * - `status`: another status than 2xx. Redirects are not followed.
 */
export type SendFailure = 'no_public_address' | 'connection_failed' | 'certificate' | 'timeout' | 'status';

export interface SendResult {
  /** null: delivered, which a status of 2xx says. */
  readonly failure: SendFailure | null;
  /** The answer's status; null without an answer. */
  readonly code: number | null;
  /** The first 1 KB of the answer's body, as text without NUL; null without an answer. */
  readonly answer: string | null;
  readonly ms: number;
}

export interface SenderOptions extends ReceiverPlaces {
  /** DNS servers as `127.0.0.1:5353`; those of the system by default. */
  readonly dnsServers?: readonly string[];
  /** Certificates that are trusted in place of the well-known ones. */
  readonly ca?: string;
  readonly timeoutMs?: number;
}

export interface Message extends SignedMessage {
  readonly url: string;
  /** Headers beside those of Standard Webhooks. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly code: number;
  readonly answer: string;
}

/**
 * Sends to receivers that strangers name. DNS is asked once a message, all addresses have to be public, and the connection goes to one
 * of them: what DNS says later does not matter. Messages that soon follow take the same connection. No redirect is followed, and no
 * proxy of the environment is asked.
 */
export class WebhookSender {
  private readonly agents: Readonly<Record<'http:' | 'https:', http.Agent>>;

  constructor(private readonly options: SenderOptions) {
    const kept = { keepAlive: true, timeout: IDLE_MS };
    this.agents = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) };
  }

  /** Never rejects for what a receiver does. @param secrets see {@link signedHeaders} */
  async send(message: Message, secrets: readonly string[]): Promise<SendResult> {
    const began = performance.now();
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
    const result = await this.attempt(message, secrets, signal).catch((error: unknown) => ({
      failure: failureOf(error, signal),
      code: null,
      answer: null,
    }));
    return { ...result, ms: Math.round(performance.now() - began) };
  }

  private async attempt(
    { url: text, headers, ...message }: Message,
    secrets: readonly string[],
    signal: AbortSignal,
  ): Promise<Omit<SendResult, 'ms'>> {
    const url = new URL(text);
    const addresses = await this.resolve(hostOf(url), signal);
    if (!mayConnect(url, addresses, this.options)) throw new NoPublicAddressError();
    const { code, answer } = await post(url, {
      agent: url.protocol === 'https:' ? this.agents['https:'] : this.agents['http:'],
      addresses,
      signal,
      ca: this.options.ca,
      body: typeof message.body === 'string' ? Buffer.from(message.body) : message.body,
      headers: { ...headers, ...signedHeaders(message, secrets) },
    });
    return { failure: code >= 200 && code < 300 ? null : 'status', code, answer };
  }

  /** Asked of DNS servers alone: hosts files and search domains name what is inside. */
  private async resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    if (host === 'localhost') return ['127.0.0.1'];
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (this.options.dnsServers !== undefined) resolver.setServers(this.options.dnsServers);
    const cancel = (): void => {
      resolver.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

class NoPublicAddressError extends Error {}

interface Post {
  /** False for a connection of its own. */
  readonly agent: http.Agent | false;
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  readonly ca: string | undefined;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

function post(url: URL, given: Post): Promise<Answer> {
  const { agent, addresses, signal, ca, body, headers } = given;
  const options: https.RequestOptions = {
    method: 'POST',
    agent,
    lookup: pinnedTo(addresses),
    maxHeaderSize: 16_384,
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
    signal,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'Slipway-Webhooks/1',
    },
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? https.request(url, options) : http.request(url, options);
    request.on('response', (response) => {
      resolve(readAnswer(response));
    });
    // After the status it changes nothing any more.
    request.on('error', (error) => {
      // The receiver closed a kept connection just then.
      if (request.reusedSocket && !signal.aborted) resolve(post(url, { ...given, agent: false }));
      else reject(error);
    });
    request.end(body);
  });
}

/** The status decides. Of the body is kept what came before its end, its bound, its error or the time was up. */
async function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop closes the connection.
      if (length >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // It broke after the status was said.
  }
  return { code: response.statusCode ?? 0, answer: toText(Buffer.concat(chunks)) };
}

/** A character that the bound cuts is left out; NUL is what PostgreSQL's text cannot hold. */
function toText(bytes: Buffer): string {
  const shown = new TextDecoder().decode(bytes.subarray(0, SHOWN_ANSWER_BYTES), { stream: true });
  return shown.replaceAll('\0', '\u{FFFD}');
}

/** DNS as it was when the addresses were checked. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    const [first] = all;
    if (options.all === true || first === undefined) done(null, all);
    else done(null, first.address, first.family);
  };
}

function failureOf(error: unknown, signal: AbortSignal): SendFailure {
  if (signal.aborted) return 'timeout';
  if (error instanceof NoPublicAddressError) return 'no_public_address';
  const { code = '' } = error as NodeJS.ErrnoException;
  return /CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? 'certificate' : 'connection_failed';
}

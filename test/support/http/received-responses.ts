import { parseUrl } from '@slipway/domain';
import type { ReceivedResponse, ResponseChecker } from './check-response.js';

/**
 * What suites received from an API by `fetch`, a raw socket or a browser. It is read as it comes and compared after the test:
 * what a test measures stays the same.
 */
const PREFIX = '/v1/';

/** Of test/support/environment.mjs: loaded when an API is first asked for something. */
declare const loadResponseChecker: () => Promise<Pick<ResponseChecker, 'check'>>;

const received: Promise<ReceivedResponse | null>[] = [];

/** What an API was asked, and how it responded. */
export interface Exchange extends Omit<ReceivedResponse, 'path'> {
  /** With or without the origin. */
  readonly target: string;
}

/** @param read gives null for a response that the test stopped reading, or that is no HTTP */
export function noteResponse(read: Promise<Exchange | null>): void {
  received.push(read.then(toReceived, () => null));
}

/** Each way in which the responses since the last call are not as apps/api/openapi.json describes them. */
export async function takeMistakes(): Promise<string[]> {
  const mistakes = new Set<string>();
  for (const reading of received.splice(0)) {
    const response = await reading;
    if (response === null) continue;
    const checker = await loadResponseChecker();
    for (const mistake of checker.check(response)) mistakes.add(mistake);
  }
  return [...mistakes];
}

function toReceived(exchange: Exchange | null): ReceivedResponse | null {
  const path = exchange && pathOf(exchange.target);
  return exchange === null || path === null ? null : { ...exchange, path };
}

/** Below the prefix, without the query: `/apps/0x..`; null for no path of the API, such as the page at `/docs`. */
export function pathOf(target: string): string | null {
  const url = parseUrl(target, 'http://api');
  return url?.pathname.startsWith(PREFIX) === true ? url.pathname.slice(PREFIX.length - 1) : null;
}

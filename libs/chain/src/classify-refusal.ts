import {
  AccessRefusedError,
  BatchTooLargeError,
  ContractCallError,
  NoMethodError,
  NodeRefusedError,
  NodeUnavailableError,
  RangeTooLargeError,
  RequestTooLargeError,
  ThrottledError,
  UnexplainedError,
  type NodeError,
} from './node-error.js';
import { revertDataOf } from './revert-reason.js';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
  /** The part kept of each item, of a call whose result is a list. */
  readonly toItem?: (item: unknown) => unknown;
}

/** What a node answered instead of a result. */
export interface Failure {
  /** Of HTTP. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/** What was asked: a call, null when the answer is to all of a request; and how many calls that request had. */
export interface Asked {
  readonly call: RpcCall | null;
  readonly calls: number;
}

type Meaning =
  'contract' | 'throttled' | 'passing' | 'batch' | 'request' | 'range' | 'history' | 'method' | 'access';

/** Longer texts of nodes are cut before they are matched. */
const MAX_TEXT = 500;

/** No node is left alone for longer than that. */
const MAX_RETRY_AFTER_MS = 600_000;

/**
 * What nodes and providers are known to say, in the order in which it is looked for: what one says of its limits often has words
 * in it of what lifts them. `of` is a part of the method's name.
 */
const WORDS: readonly { readonly words: RegExp; readonly means: Meaning; readonly of?: string }[] = [
  {
    words:
      /revert|vm (execution error|exception)|execution failed|invalid opcode|out of gas|invalid jump|stack (over|under)flow|evm error/i,
    means: 'contract',
    of: 'eth_call',
  },
  {
    words:
      /\brate\b|ratelimit|(per|\/) ?(second|minute)|too many requests(?! in)|throttl|compute units|\bcups\b|request count|requests? limit reached/i,
    means: 'throttled',
  },
  { words: /beyond|ahead of|in the future|not yet|behind|invalid block range/i, means: 'passing' },
  { words: /\bbatch(es|ed|ing)?\b|too many (requests|calls) in/i, means: 'batch' },
  { words: /\baddress(es)?\b/i, means: 'request', of: 'getLogs' },
  {
    words:
      /too many (results|logs|blocks)|requested too many|(block|log)s? range|range\b.*\b(too|large|wide|big|exceed|limit|max|more|supported)|(exceeds?|exceeded|more than|max|maximum|limited to|up to)\b.*\b(block|range|log|result)s?|\branges? over|blocks? distance|response size|result set|query (set|returned)|narrow/i,
    means: 'range',
    of: 'getLogs',
  },
  {
    words:
      /(request|body|entity|payload|message|content|response)\b.*\b(large|long|big|size|length|many)\b|(large|long|big)\b.*\b(request|body|entity|payload|response)/i,
    means: 'request',
    of: 'eth_get',
  },
  {
    words:
      /prun|older than|history|histor.*unavailable|missing trie node|archive|too stale|before txnum|\b(receipts?|data|header|body|logs)\b.*\bnot available/i,
    means: 'history',
  },
  {
    words:
      /(method|api|module)\b.*\b(not (found|supported|available|exist|allowed|enabled)|does(n't| not) exist|disabled|unsupported)|(unsupported|no such|unknown|invalid) (rpc |json-rpc )?method|not supported|not implemented/i,
    means: 'method',
  },
  {
    words:
      /monthly|daily|quota|billing|payment|upgrade|(api|access|project)[ -]?(key|id|token)|unauthori|forbidden|paid|free ?tier|capacity limit|whitelist|deactivated/i,
    means: 'access',
  },
  {
    words:
      /time[ds]? ?-?out|deadline|tempor|busy|overload|unavailable|try again|retry|internal|not found|unknown block|missing|sync|connection|cancell?ed|aborted|backend|upstream|healthy|capacity/i,
    means: 'passing',
  },
];

/** What a code says where words do not. */
const CODES: ReadonlyMap<unknown, Meaning> = new Map<unknown, Meaning>([
  [3, 'contract'],
  [-32_015, 'contract'],
  [-32_016, 'contract'],
  [429, 'throttled'],
  [4_444, 'history'],
  [-32_601, 'method'],
  [-32_004, 'method'],
  [-32_603, 'passing'],
  [-32_011, 'passing'],
]);

const STATUSES: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [413, 'request'],
  [414, 'request'],
  [401, 'access'],
  [402, 'access'],
  [403, 'access'],
  [404, 'access'],
  [405, 'access'],
  [410, 'access'],
]);

/** Invalid request, invalid parameters: what nodes say too that do not know a parameter. */
const INVALID_CODES: readonly unknown[] = [-32_600, -32_602];

/**
 * What an answer without a result means, for what may be asked next. HTTP 429 and 5xx mean "later", whatever the body says. Else
 * the words decide, before the code, and the status after both.
 */
export function toNodeError(failure: Failure, asked: Asked): NodeError {
  const { status, code } = failure;
  const text = typeof failure.message === 'string' ? failure.message.slice(0, MAX_TEXT) : '';
  const method = asked.call?.method ?? null;
  const http = status === 200 ? '' : `HTTP ${status}: `;
  const said = `${method ?? 'a batch'}: ${http}${text === '' ? 'no message' : text}${code === undefined ? '' : ` (${JSON.stringify(code)})`}`;
  const wait = retryAfterMs(failure);
  if (status === 429) return new ThrottledError(said, wait);
  if (meansLater(status)) return new NodeUnavailableError(said, wait);
  const hasReverted = method === 'eth_call' && revertDataOf(failure) !== null;
  const means = hasReverted
    ? 'contract'
    : (meaningOf(text, method, asked.calls) ?? CODES.get(code) ?? STATUSES.get(status));
  switch (means) {
    case 'contract':
      return method === 'eth_call'
        ? new ContractCallError(said, failure)
        : new NodeUnavailableError(said, wait);
    case 'throttled':
      return new ThrottledError(said, wait);
    case 'passing':
      return new NodeUnavailableError(said, wait);
    case 'batch':
      return new BatchTooLargeError(said);
    case 'request':
    case 'range':
      return toSizeError(means, said, failure, asked);
    case 'history':
      return new NodeRefusedError(`the node lacks the history: ${said}`);
    case 'method':
      return new NoMethodError(said);
    case 'access':
      return new AccessRefusedError(said);
    case undefined:
      return method !== null && method !== 'eth_getLogs' && INVALID_CODES.includes(code)
        ? new NodeRefusedError(said)
        : new UnexplainedError(said, wait);
  }
}

/** Whatever the body says. */
export function meansLater(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function meaningOf(text: string, method: string | null, calls: number): Meaning | undefined {
  return WORDS.find(({ words, means, of }) => {
    if (means === 'batch' && calls === 1) return false;
    return (of === undefined || (method ?? `${of} and others`).includes(of)) && words.test(text);
  })?.means;
}

/** Where nothing smaller can be asked for, it is not about size, whatever the words. */
function toSizeError(means: 'request' | 'range', said: string, failure: Failure, asked: Asked): NodeError {
  if (asked.call !== null && isSmallest(asked.call)) return new UnexplainedError(said, retryAfterMs(failure));
  return means === 'request'
    ? new RequestTooLargeError(said)
    : new RangeTooLargeError(said, namedBlocks(failure));
}

interface LogFilter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly address?: readonly unknown[];
}

/** The logs of one contract in one block. */
function isSmallest({ method, params: [filter] }: RpcCall): boolean {
  if (method !== 'eth_getLogs') return false;
  const { fromBlock, toBlock, address } = filter as LogFilter;
  return fromBlock === toBlock && address?.length === 1;
}

const HEX_RANGE = /\[\s*(0x[0-9a-f]{1,13})\s*,\s*(0x[0-9a-f]{1,13})\s*\]/i;
const DECIMAL_RANGE = /range (\d{1,15})-(\d{1,15})/i;
const MOST_BLOCKS =
  /(?:max\w*|limit\w*|up to|set to|exceeds?)\b[^\d]{0,40}?(\d[\d,]{0,11})(k?)\b(?! ?(?:log|result|address|topic|ms|s\b))/gi;

/** How many blocks a refusal says would be given: by a range that would work, or by its limit. */
function namedBlocks({ message, data }: Failure): number | null {
  const text = typeof message === 'string' ? message.slice(0, MAX_TEXT) : '';
  const range = HEX_RANGE.exec(text) ?? DECIMAL_RANGE.exec(text);
  const { from, to } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  if (range !== null) return lengthOf(range[1], range[2]);
  if (typeof from === 'string' && typeof to === 'string') return lengthOf(from, to);
  const limits = [...text.matchAll(MOST_BLOCKS)].map(
    ([, digits, k]) => Number(digits?.replaceAll(',', '')) * (k === '' ? 1 : 1_000),
  );
  const named = limits.filter((blocks) => blocks > 0);
  return named.length === 0 ? null : Math.min(...named);
}

function lengthOf(from: string | undefined, to: string | undefined): number | null {
  const length = Number(to) - Number(from) + 1;
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

/** By the header `Retry-After`, in seconds or as a date, or as some say it in JSON. */
function retryAfterMs({ retryAfter, data }: Failure): number | null {
  const { rate, backoff_seconds: flat } = (typeof data === 'object' && data !== null ? data : {}) as Record<
    string,
    unknown
  >;
  const nested = (typeof rate === 'object' && rate !== null ? rate : {}) as Record<string, unknown>;
  const seconds = retryAfter ?? nested['backoff_seconds'] ?? flat;
  if (typeof seconds !== 'string' && typeof seconds !== 'number') return null;
  const text = String(seconds).slice(0, 40);
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && !text.startsWith('-') ? Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) : null;
}

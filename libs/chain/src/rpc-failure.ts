import {
  AccessRefusedError,
  ContractCallError,
  NodeRefusedError,
  NodeUnavailableError,
  RangeTooLargeError,
  RequestTooLargeError,
  type NodeError,
} from './node-error.js';

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
  /** The part kept of each item, of a call whose result is a list. */
  readonly toItem?: (item: unknown) => unknown;
}

/** What nodes say when it was the contract that failed. */
const CONTRACT_FAILED = /revert|invalid opcode|out of gas|invalid jump|stack (over|under)flow|evm error/i;
const REVERTED_CODE = 3;

/** What they say of a range with too many results or blocks. */
const RANGE_TOO_LARGE =
  /too many (results|logs|blocks)|more than \d+ (results|logs)|(block|log)s? range|range (is )?too (large|wide)|exceeds? (the )?(max|limit|range)|response size|limit exceeded|query returned more|limited to .*(range|blocks|logs|results)|blocks? distance/i;

/** What they say of a request that is too long. */
const REQUEST_TOO_LARGE =
  /(request|body|entity|payload|message|content|batch)\b.*\b(large|long|big|size|length|limit|many)|too many (requests|calls) in/i;

/** What they say of a filter of too many contracts. */
const TOO_MANY_ADDRESSES = /address(es)?\b/i;

const TOO_OFTEN = /\brate\b|ratelimit|too many requests(?! in)|per second|capacity|throttl/i;

/** Failures of a node's moment, not of the request. */
const PASSING =
  /time[ds]? ?-?out|deadline|tempor|busy|overload|unavailable|try again|retry|internal|not found|unknown block|missing|sync|behind|connection|canceled|aborted/i;

/** Method not found, invalid parameters, invalid request, method not supported: the next try would fail the same. */
const REFUSED_CODES: readonly unknown[] = [-32_601, -32_602, -32_600, -32_004];

const INTERNAL_CODE = -32_603;

/** No such method here, whatever it is asked for. */
const NO_METHOD_CODES: readonly unknown[] = [-32_601, -32_004];

/** What nodes say that keep no receipts, or none so old. */
const NO_RECEIPTS = /not supported|unsupported|not available|prun/i;

const TOO_LARGE_STATUS: readonly number[] = [400, 413, 414, 422];

const NO_MESSAGE = 'no message';

/** What a node's JSON-RPC error means for what may be asked next. */
export function toNodeError(
  { code, message }: { readonly code?: unknown; readonly message?: unknown },
  call?: RpcCall,
): NodeError {
  const text = typeof message === 'string' ? message.slice(0, 300) : NO_MESSAGE;
  const said = `${call?.method ?? 'the node'}: ${text} (${JSON.stringify(code)})`;
  const isContractFailure = code === REVERTED_CODE || CONTRACT_FAILED.test(text);
  if (call?.method === 'eth_call' && isContractFailure) return new ContractCallError(said);
  if (code === 429 || code === INTERNAL_CODE || TOO_OFTEN.test(text)) return new NodeUnavailableError(said);
  if (call?.method === 'eth_getLogs') return toLogsError(code, text, said);
  if (call?.method !== 'eth_call' && REQUEST_TOO_LARGE.test(text)) return new RequestTooLargeError(said);
  const hasNone = call?.method === 'eth_getBlockReceipts' && NO_RECEIPTS.test(text);
  return hasNone || REFUSED_CODES.includes(code)
    ? new NodeRefusedError(said)
    : new NodeUnavailableError(said);
}

/** Whatever a node says against a filter, there is a smaller one that it may take. */
function toLogsError(code: unknown, text: string, said: string): NodeError {
  if (TOO_MANY_ADDRESSES.test(text) || REQUEST_TOO_LARGE.test(text)) return new RequestTooLargeError(said);
  if (RANGE_TOO_LARGE.test(text)) return new RangeTooLargeError(said);
  if (NO_METHOD_CODES.includes(code)) return new NodeRefusedError(said);
  if (REFUSED_CODES.includes(code)) return new RequestTooLargeError(said);
  return PASSING.test(text) || text === NO_MESSAGE
    ? new NodeUnavailableError(said)
    : new RangeTooLargeError(said);
}

/** What an HTTP status means, of a response without JSON-RPC in it. */
export function toHttpError({ status, headers }: Response): NodeError {
  if (status === 429 || status === 408 || status >= 500) {
    const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
    return new NodeUnavailableError(`HTTP ${status}`, Number.isFinite(seconds) ? seconds * 1_000 : null);
  }
  return TOO_LARGE_STATUS.includes(status)
    ? new RequestTooLargeError(`HTTP ${status}`)
    : new AccessRefusedError(`HTTP ${status}`);
}

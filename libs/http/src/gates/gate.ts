import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationFacts } from '../operation/operation-facts.js';

/** One request for one operation, before anything has been read or looked up for it. */
export interface OperationCall {
  /** As node:http hands it over: gates also run where Express never sees the request. */
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operation: OperationFacts;
  readonly params: Readonly<Record<string, string>>;
  /** Flat names and values for the answer, whatever it will be; gates add to it. */
  readonly headers: string[];
}

/**
 * A rule about who may call an operation, and how often. Throws an `ApiError` to refuse.
 *
 * Gates are this interface's guards. Nest's guard calls them before every handler, and the hit path calls the
 * same ones before an answer from the cache, so that no rule can be passed by. A gate that need not wait should
 * return nothing rather than a promise.
 */
export abstract class Gate {
  abstract admit(call: OperationCall): void | Promise<void>;
}

/**
 * What can be done about a failure of a node: ask again `later` (or another node), ask for a `smaller` range, nothing
 * until an `operator` changes something, or `none`, since it is the answer.
 */
export type Remedy = 'later' | 'smaller' | 'operator' | 'none';

/** A node did not give what was asked for. */
export abstract class NodeError extends Error {
  abstract readonly remedy: Remedy;
}

/** No answer, an answer cut short, or a node that is overloaded or broken: the same question may be answered later. */
export class NodeUnavailableError extends NodeError {
  override readonly name = 'NodeUnavailableError';
  override readonly remedy = 'later';

  /** @param retryAfterMs how long the node wants to be left alone; null when it did not say */
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The answers do not fit each other: the chain changed between them, or the node is wrong. */
export class InconsistentNodeError extends NodeError {
  override readonly name = 'InconsistentNodeError';
  override readonly remedy = 'later';
}

/** The node does not give the logs of so large a range at once. */
export class RangeTooLargeError extends NodeError {
  override readonly name = 'RangeTooLargeError';
  override readonly remedy = 'smaller';
}

/** The node does not take so long a request, or one that names so many contracts. */
export class RequestTooLargeError extends NodeError {
  override readonly name = 'RequestTooLargeError';
  override readonly remedy = 'smaller';
}

/** The node is of another chain: nothing that it says is about ours. */
export class WrongChainError extends NodeError {
  override readonly name = 'WrongChainError';
  override readonly remedy = 'operator';
}

/** The node understood and refuses: no such method, no such parameters, no right to ask. */
export class NodeRefusedError extends NodeError {
  override readonly name = 'NodeRefusedError';
  override readonly remedy = 'operator';
}

/** The node refuses whatever it is asked: a key is missing, or the address is of something else. */
export class AccessRefusedError extends NodeRefusedError {}

/** The contract that was called failed: every node would say so. */
export class ContractCallError extends NodeError {
  override readonly name = 'ContractCallError';
  override readonly remedy = 'none';
}

/** A node did not give the requested data. */
export abstract class NodeError extends Error {
  /**
   * What can be done: ask again `later` (or another node); ask for a `smaller` range; nothing until an `operator` changes
   * something; or `none`, since it is the result.
   */
  abstract readonly remedy: 'later' | 'smaller' | 'operator' | 'none';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Nothing came, or it was cut short, or the node is overloaded or broken: the same request may succeed later. */
export class NodeUnavailableError extends NodeError {
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

/** What nodes say does not fit together: the chain changed meanwhile, or a node is wrong. */
export class InconsistentNodeError extends NodeError {
  override readonly remedy = 'later';
}

/** The node does not give the logs of so large a range at once. */
export class RangeTooLargeError extends NodeError {
  override readonly remedy = 'smaller';
}

/** The node does not take so long a request, or one that names so many contracts. */
export class RequestTooLargeError extends NodeError {
  override readonly remedy = 'smaller';
}

/** The node is of another chain: nothing that it says is about ours. */
export class WrongChainError extends NodeError {
  override readonly remedy = 'operator';
}

/** The node understood and refuses: no such method, no such parameters, no right to ask. */
export class NodeRefusedError extends NodeError {
  override readonly remedy = 'operator';
}

/** The node refuses whatever it is asked: a key is missing, or the address is of something else. */
export class AccessRefusedError extends NodeRefusedError {}

/** The contract that was called failed: every node would say so. */
export class ContractCallError extends NodeError {
  override readonly remedy = 'none';
}

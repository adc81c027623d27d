import type { CallFailure } from './revert-reason.js';

/** A node did not give the requested data. */
export abstract class NodeError extends Error {
  /**
   * What can be done: ask again `later` (or another node); ask only `elsewhere`, and when every node says so tell an
   * operator; ask for a `smaller` range; nothing until an `operator` changes something; or `none`, since it is the result.
   */
  abstract readonly remedy: 'later' | 'elsewhere' | 'smaller' | 'operator' | 'none';

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

/** Nothing came: no connection, or no response in time. */
export class UnreachableError extends NodeUnavailableError {}

/** The node is asked too often. */
export class ThrottledError extends NodeUnavailableError {}

/** A refusal for no reason that is known. Said again and again, it may be that too much was asked for. */
export class UnexplainedError extends NodeUnavailableError {}

/** What nodes say does not fit together: the chain changed meanwhile, or a node is wrong. */
export class InconsistentNodeError extends NodeError {
  override readonly remedy = 'later';
}

/** A block that names no parent is part of no chain: test nodes make such when they mine many at once. */
export class UnlinkedBlockError extends NodeError {
  override readonly remedy = 'operator';

  constructor(block: number) {
    super(
      `block ${block} has no parent (its parentHash is zero): the node left it out of the chain, as test nodes do that mine many blocks at once; start that chain anew, and mine blocks one by one`,
    );
  }
}

/** What nodes give is no proof of a block's logs, yet. Blocks before it are proved. */
export class UnprovedBlockError extends InconsistentNodeError {
  /** @param lacksReceipts whether no node has any, rather than gives none now */
  constructor(
    readonly block: number,
    readonly why: string,
    readonly lacksReceipts = false,
  ) {
    super(`the logs of block ${block} are not proved: ${why}`);
  }
}

/** The node does not give the logs of so large a range at once. */
export class RangeTooLargeError extends NodeError {
  override readonly remedy = 'smaller';

  /** @param blocks how many blocks the node says that it would give; null when it did not say */
  constructor(
    message: string,
    readonly blocks: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The node does not take so long a request, or one that names so many contracts. */
export class RequestTooLargeError extends NodeError {
  override readonly remedy = 'smaller';
}

/** The node does not take so many calls in one request; it may serve each by itself. */
export class BatchTooLargeError extends RequestTooLargeError {}

/** The node is of another chain: nothing that it says is about ours. */
export class WrongChainError extends NodeError {
  override readonly remedy = 'operator';
}

/** This node never gives that: it has no such method, or not so old a block. It is sound otherwise. */
export class NodeRefusedError extends NodeError {
  override readonly remedy = 'elsewhere';
}

/** There is no such method here. */
export class NoMethodError extends NodeRefusedError {}

/** The node refuses whatever it is asked: a key is missing, a plan is used up, or the address is of something else. */
export class AccessRefusedError extends NodeError {
  override readonly remedy = 'operator';
}

/** The contract that was called failed: every node would say so. */
export class ContractCallError extends NodeError {
  override readonly remedy = 'none';

  /** @param failure what the node said, as it came */
  constructor(
    message: string,
    readonly failure: CallFailure = { message },
  ) {
    super(message);
  }
}

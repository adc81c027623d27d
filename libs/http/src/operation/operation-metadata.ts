import type { Feature } from '#values';
import type { ErrorCode } from '../errors/error-registry.js';

/** Who may call an operation. `owner` compares the token's wallet with the path's `{address}`. */
export type Access = 'public' | 'optional' | 'bearer' | 'owner';

/** The rate budget an operation draws on. */
export type LimitClass = 'read' | 'heavy';

export type ServiceStatus = 'stable' | 'proposed' | 'planned';

/**
 * How an answer may be kept.
 * - `block`: a public read of chain data. The handler returns `Answer<T>`; bytes are kept until the head moves.
 * - `revalidate`: public, not tied to a block: `no-cache` with an ETag.
 * - `private`: `private, no-store`.
 */
export type Caching = 'block' | 'revalidate' | 'private';

/** What guards, limits, logs and the cache need to know about the operation that a request is for. */
export interface OperationMetadata {
  readonly id: string;
  readonly status: ServiceStatus;
  readonly access: Access;
  readonly limit: LimitClass;
  readonly caching: Caching;
  /** Whether the handler returns `Answer<T>`, which names the block. */
  readonly asOf: boolean;
  /** Codes beyond those that follow from access and input, as declared. */
  readonly errors: readonly ErrorCode[];
  /** The flag that it stops with when operators switch it off; null for what is always on. */
  readonly flag: Feature | null;
}

const FACTS = Symbol('slipway:operation');
const OUTSIDE = Symbol('slipway:internal');

export function setOperation(handler: object, facts: OperationMetadata): void {
  Reflect.defineMetadata(FACTS, facts, handler);
}

/** The facts of a route handler, or undefined when it carries no `@Operation`. */
export function findOperation(handler: object): OperationMetadata | undefined {
  return Reflect.getMetadata(FACTS, handler) as OperationMetadata | undefined;
}

export function setInternal(handler: object, reason: string): void {
  Reflect.defineMetadata(OUTSIDE, reason, handler);
}

/** Whether a route handler is declared to be no operation of the interface. */
export function isInternal(handler: object): boolean {
  return Reflect.hasMetadata(OUTSIDE, handler);
}

import type { ConnectionEnd, ConnectionObserver } from '../connections/connection-observer.js';
import type { ErrorCode } from '../errors/error-registry.js';
import type { AccessRecord } from '../logging/access-log.js';

/** Told about requests and connections: what metrics are made from. */
export abstract class RequestObserver implements ConnectionObserver {
  /** A request was answered. */
  abstract observe(record: AccessRecord): void;
  /** The HTTP parser refused what a client sent. */
  abstract observeUnparsed(code: ErrorCode): void;
  abstract observeConnections(open: number): void;
  abstract observeEnd(why: ConnectionEnd): void;
}

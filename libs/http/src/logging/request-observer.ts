import type { ErrorCode } from '../errors/error-registry.js';
import type { AccessRecord } from './access-log.js';

/** Why we refused a connection, or ended it. */
export type ConnectionEnd =
  'max_connections' | 'max_connections_per_address' | 'not_reading' | 'too_many_pipelined';

/** Told about requests and connections: what metrics are made from. The app binds it. */
export abstract class RequestObserver {
  /** A request has its response. */
  abstract observe(record: AccessRecord): void;

  /** The HTTP parser refused what a client sent. */
  abstract observeUnparsed(code: ErrorCode): void;

  /** So many connections are open now. */
  abstract observeConnections(open: number): void;

  /** A connection, which may never have become a request, was refused or ended by us. */
  abstract observeEnd(why: ConnectionEnd): void;
}

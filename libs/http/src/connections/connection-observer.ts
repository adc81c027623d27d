/** Why we refused a connection, or ended it. */
export type ConnectionEnd =
  'max_connections' | 'max_connections_per_address' | 'not_reading' | 'too_many_pipelined';

/** Told about connections, which may never become requests. */
export interface ConnectionObserver {
  /** So many connections are open now. */
  observeConnections(open: number): void;

  /** A connection was refused, or ended by us. */
  observeEnd(why: ConnectionEnd): void;
}

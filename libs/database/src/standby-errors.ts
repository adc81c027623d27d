/** SQLSTATE of a server that goes, or of a connection that it closed. */
const CLOSED = /^(08...|57P0[124]|ECONNRESET|EPIPE)$/;

/** What node-postgres says of a lost connection, without a code. */
const LOST = /^(Connection terminated|Client (has encountered|was closed))/;

/** Of a server that is not there, has not come yet, or does not know us. */
const UNREACHABLE = /^(3D000|57P03|28...|ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT)$/;

/** PostgreSQL's serialization_failure: of statements that only read, a standby's alone. */
const SERIALIZATION_FAILURE = '40001';

/** deadlock_detected and query_canceled, of which the message tells the reason. */
const CANCELLED = /^(40P01|57014)$/;

interface ToldError {
  readonly code?: string;
  readonly message?: string;
}

const codeOf = (error: unknown): string => (error as ToldError | null)?.code ?? '';
const messageOf = (error: unknown): string => (error as ToldError | null)?.message ?? '';

/** Whether a connection was lost, which may be that one alone: a standby also closes connections for a recovery conflict. */
export function isConnectionLost(error: unknown): boolean {
  return CLOSED.test(codeOf(error)) || LOST.test(messageOf(error));
}

/** Whether a server cannot be reached, so that another one is to be asked. Time limits are not of these. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return UNREACHABLE.test(codeOf(error));
}

/** Whether a standby ended a statement because what it read had to go: as the primary goes on, so must the standby. */
export function isRecoveryConflict(error: unknown): boolean {
  const code = codeOf(error);
  if (code === SERIALIZATION_FAILURE) return true;
  return CANCELLED.test(code) && messageOf(error).includes('conflict with recovery');
}

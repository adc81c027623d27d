/** SQLSTATE classes and codes of a server that cannot answer now: connection, resources, shutdown, time limits. */
const UNAVAILABLE_SQLSTATE = /^(08...|53...|57P0[1-5]|57014|55P03|25P03|28...)$/;

const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * What Prisma makes of them: refused logins, no connection or none in time, a connection that was closed or shut out, and
 * transactions that found none.
 */
const UNAVAILABLE_PRISMA_CODES = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);

/** What node-postgres says of a lost, silent or unobtainable connection, without a code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed))/;

/** Whether an error of pg or Prisma means that PostgreSQL cannot answer now, and that a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause !== undefined && isDatabaseUnavailable(error.cause)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  if (isUnavailableInside(error)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    UNAVAILABLE_PRISMA_CODES.has(code) ||
    UNAVAILABLE_SQLSTATE.test(code) ||
    UNAVAILABLE_SYSTEM_CODES.has(code) ||
    UNAVAILABLE_MESSAGE.test(error.message)
  );
}

/** What Prisma's adapter says of a server that cannot be reached, where PostgreSQL has said nothing. */
const UNAVAILABLE_KINDS = new Set([
  'DatabaseNotReachable',
  'AuthenticationFailed',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);

/** Prisma's errors of raw queries, and those that it has no code for, say more in the adapter's error. */
function isUnavailableInside(error: Error): boolean {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: Record<string, unknown> } } };
  const { originalCode = '', kind = '' } = meta?.driverAdapterError?.cause ?? {};
  return (
    UNAVAILABLE_SQLSTATE.test(String(originalCode)) ||
    UNAVAILABLE_SYSTEM_CODES.has(String(originalCode)) ||
    UNAVAILABLE_KINDS.has(String(kind))
  );
}

import { WriteAmongReadsError } from './write-among-reads.error.js';

/**
 * SQLSTATE classes and codes of a server that cannot serve now: connection, a database that is being restored, resources, shutdown, time limits. 25006 is that of a write where
 * the primary is meant and a standby is reached: its promotion has not ended, or it was demoted.
 */
const SQLSTATE = /^(08...|3D000|53...|57P0[1-5]|57014|55P03|25P03|25006|28...)$/;

const SYSTEM_CODE = /^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EPIPE|ETIMEDOUT)$/;

/** Prisma's: refused logins, no connection or none in time, one that was closed or shut out, transactions that found none. */
const PRISMA_CODE = /^P(1000|1001|1002|1003|1008|1011|1017|2024|2028|2037)$/;

/** What Prisma's adapter says of a server that cannot be reached, where PostgreSQL has said nothing. */
const ADAPTER_KIND =
  /^(DatabaseNotReachable|DatabaseDoesNotExist|AuthenticationFailed|ConnectionClosed|SocketTimeout|TlsConnectionError|TooManyConnections)$/;

/** What node-postgres and Prisma's migration engine say of a lost, silent or unobtainable connection, without a code. */
const MESSAGE =
  /^(Can't reach database server|Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed))/;

/** What pg, Node and Prisma tell of an error. Prisma's of raw queries, and those without a code of its own, say more inside. */
interface ToldError extends Error {
  readonly code?: unknown;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: Readonly<Record<string, unknown>> } };
}

/** Whether an error of pg or Prisma means that PostgreSQL cannot serve now, and that a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof WriteAmongReadsError) return false;
  if (error.cause !== undefined && isDatabaseUnavailable(error.cause)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  const { code, meta, message }: ToldError = error;
  const { originalCode, kind } = meta?.driverAdapterError?.cause ?? {};
  return (
    [code, originalCode].some((one) => SQLSTATE.test(String(one)) || SYSTEM_CODE.test(String(one))) ||
    PRISMA_CODE.test(String(code)) ||
    ADAPTER_KIND.test(String(kind)) ||
    MESSAGE.test(message)
  );
}

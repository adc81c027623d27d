/** SQLSTATE of a write where only reads are served: on a standby, or in a transaction that is read-only. */
const READ_ONLY = '25006';

/** A statement that was run as a read writes. That is a mistake of ours, not an outage, whichever server refused it. */
export class WriteAmongReadsError extends Error {
  readonly code = READ_ONLY;
}

/** @throws WriteAmongReadsError for a refused write, the error itself for everything else */
export function rethrowFromRead(error: unknown): never {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== READ_ONLY) throw error;
  throw new WriteAmongReadsError(error.message, { cause: error });
}

import { DatabaseError } from 'pg';

/** What PostgreSQL calls errors that an operator may have to mend (its manual, appendix A), by SQLSTATE. */
const CONDITIONS: Readonly<Record<string, string>> = {
  ...{ 22003: 'numeric_value_out_of_range', 23502: 'not_null_violation', 23503: 'foreign_key_violation' },
  ...{ 23505: 'unique_violation', 23514: 'check_violation', '25006': 'read_only_sql_transaction' },
  ...{ '25P02': 'in_failed_sql_transaction', '40P01': 'deadlock_detected', 42501: 'insufficient_privilege' },
  ...{ 42703: 'undefined_column', '42P01': 'undefined_table', 53100: 'disk_full', 53200: 'out_of_memory' },
  ...{ 53300: 'too_many_connections', '55P03': 'lock_not_available', 57014: 'query_canceled' },
  ...{ '57P01': 'admin_shutdown', '57P02': 'crash_shutdown', 58030: 'io_error', XX001: 'data_corrupted' },
};

/** One line with the causes, which begins with the kind of error; provider URLs may hold keys and are left out. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${kindOf(error)}: ${error.message}` : String(error);
  const line = text
    .replaceAll(/(https?|wss?):\/\/\S+/g, '<url>')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 500);
  return error instanceof Error && error.cause !== undefined
    ? `${line} <- ${describeError(error.cause)}`
    : line;
}

function kindOf(error: Error): string {
  if (!(error instanceof DatabaseError) || error.code === undefined) return error.name;
  return CONDITIONS[error.code] ?? `sqlstate_${error.code}`;
}

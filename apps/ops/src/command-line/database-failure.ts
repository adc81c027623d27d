import { isDatabaseUnavailable } from '@slipway/database';

/** Prisma's codes and PostgreSQL's of what an operator has to mend: in DATABASE_URL, or in the database itself. */
const OPERATORS_TO_MEND: Readonly<Record<string, string>> = {
  P1003: 'the database of DATABASE_URL does not exist',
  '3D000': 'the database of DATABASE_URL does not exist',
  P2021: 'the database of DATABASE_URL has not all migrations: npm run db:migrate',
  P2022: 'the database of DATABASE_URL has not all migrations: npm run db:migrate',
  '42P01': 'the database of DATABASE_URL has not all migrations: npm run db:migrate',
  '42703': 'the database of DATABASE_URL has not all migrations: npm run db:migrate',
  '22023': 'the database of DATABASE_URL has not all migrations: npm run db:migrate',
  P1010: 'the login of DATABASE_URL has no right to this',
  '53100': "the database of DATABASE_URL has no space left: docs/operate/runbook.md, 'A full disk'",
  '42501': 'the login of DATABASE_URL has no right to this',
};

/** The database's failure, in one line; null when the error is of something else. */
export function databaseFailure(error: unknown): string | null {
  for (const code of codesOf(error)) {
    const line = OPERATORS_TO_MEND[code];
    if (line !== undefined) return withReason(line, error);
  }
  return isDatabaseUnavailable(error)
    ? withReason('the database of DATABASE_URL cannot be reached', error)
    : null;
}

function codesOf(error: unknown): string[] {
  const { code, meta } = (error ?? {}) as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  return [code, meta?.driverAdapterError?.cause?.originalCode].filter((one) => typeof one === 'string');
}

/** Prisma says why in its last lines, below the call that failed; its migration engine in the first. */
function withReason(line: string, error: unknown): string {
  if (!(error instanceof Error)) return line;
  const paragraphs = error.message.trim().split(/\n\s*\n/);
  const said = error.message.trim().startsWith('Invalid `') ? paragraphs.at(-1) : paragraphs[0];
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A name that stands for several addresses fails without a message of its own.
  const inner = /Message: `([^`]*)`/.exec(said ?? '')?.[1];
  const reason = (inner ?? (said === undefined || said === '' ? code : said)).replaceAll(
    /[\s\p{Cc}]+/gu,
    ' ',
  );
  return reason === '' ? line : `${line} (${reason.slice(0, 200)})`;
}

const ADDED =
  /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?!(?:COLUMN|IF|CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE)\b)(\w+)\s/g;

/**
 * The tables of the chain (`table`) and the columns (`table.column`) that a migration adds and leaves as they are created:
 * it neither fills them nor, where a table is of the chain, asks for a rebuild.
 *
 * @param excepted those that need no filling, and why
 */
export function findUnfilled(sql: string, excepted: Readonly<Record<string, string>>): string[] {
  const statements = sql.replaceAll(/--.*$/gm, '').replaceAll('"', '').split(';');
  const isRebuilt = statements.some((text) =>
    /INSERT INTO (public\.)?(index_orders|maintenance_jobs)/.test(text),
  );
  return [...findEmptyTables(statements, isRebuilt), ...findEmptyColumns(statements, isRebuilt)]
    .filter((name) => !(name in excepted))
    .map((name) => `${name}: neither filled nor rebuilt`);
}

function findEmptyTables(statements: readonly string[], isRebuilt: boolean): string[] {
  if (isRebuilt) return [];
  return statements
    .flatMap((text) => /CREATE TABLE (?:IF NOT EXISTS )?chain\.(\w+)/.exec(text)?.[1] ?? [])
    .filter((name) => !statements.some((text) => text.includes(`INSERT INTO chain.${name}`)));
}

function findEmptyColumns(statements: readonly string[], isRebuilt: boolean): string[] {
  return statements.flatMap((text) => {
    const [, schema, table = ''] =
      /ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(chain|public)\.(\w+)/.exec(text) ?? [];
    if (schema === undefined || (isRebuilt && schema === 'chain')) return [];
    return [...text.matchAll(ADDED)]
      .filter(({ index }) => !isComputed(text.slice(index)))
      .map(([, column]) => column!)
      .filter((column) => !statements.some((other) => fills(other, `${schema}.${table}`, column)))
      .map((column) => `${table}.${column}`);
  });
}

/** By PostgreSQL itself, from other columns. */
function isComputed(fromColumn: string): boolean {
  const end = fromColumn.indexOf('ADD ', 4);
  return (end < 0 ? fromColumn : fromColumn.slice(0, end)).includes(' GENERATED ALWAYS AS (');
}

function fills(statement: string, table: string, column: string): boolean {
  return new RegExp(`\\bUPDATE ${table}\\b[^]*?\\bSET\\b[^]*?\\b${column} =`).test(statement);
}

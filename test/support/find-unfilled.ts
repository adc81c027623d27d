const ADDED =
  /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?!(?:COLUMN|IF|CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE)\b)(\w+)\s/gi;
const CREATED = /\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:(\w+)\.)?(\w+)/i;
const ALTERED = /\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(?:(\w+)\.)?(\w+)/i;
const SEARCHED = /\bsearch_path\s*(?:=|TO)\s*'?(\w+)/i;

/**
 * The tables of the chain (`table`) and the columns (`table.column`) that a migration adds and leaves as they are created:
 * it neither fills them nor, where a table is of the chain, asks for a rebuild.
 *
 * @param excepted those that need no filling, and why
 */
export function findUnfilled(sql: string, excepted: Readonly<Record<string, string>>): string[] {
  const statements = sql
    .replaceAll(/--.*$|\/\*[^]*?\*\//gm, '')
    .replaceAll('"', '')
    .split(';');
  const isRebuilt = statements.some((text) => /\bINSERT\s+INTO\s+(public\.)?maintenance_jobs\b/i.test(text));
  // Where no schema is named.
  const schema = SEARCHED.exec(sql)?.[1] ?? 'public';
  return [
    ...findEmptyTables(statements, schema, isRebuilt),
    ...findEmptyColumns(statements, schema, isRebuilt),
  ]
    .filter((name) => !(name in excepted))
    .map((name) => `${name}: neither filled nor rebuilt`);
}

function findEmptyTables(statements: readonly string[], searched: string, isRebuilt: boolean): string[] {
  if (isRebuilt) return [];
  return statements
    .flatMap((text) => {
      const [, schema = searched, name] = CREATED.exec(text) ?? [];
      return name === undefined || schema !== 'chain' ? [] : [name];
    })
    .filter((name) => {
      const inserts = new RegExp(`\\bINSERT\\s+INTO\\s+(chain\\.)?${name}\\b`, 'i');
      return !statements.some((text) => inserts.test(text));
    });
}

function findEmptyColumns(statements: readonly string[], searched: string, isRebuilt: boolean): string[] {
  return statements.flatMap((text) => {
    const [, schema = searched, table] = ALTERED.exec(text) ?? [];
    if (table === undefined || (isRebuilt && schema === 'chain')) return [];
    return [...text.matchAll(ADDED)]
      .filter(({ index }) => !isComputed(text.slice(index)))
      .map(([, column]) => column!)
      .filter((column) => !statements.some((other) => fills(other, schema, table, column)))
      .map((column) => `${table}.${column}`);
  });
}

/** By PostgreSQL itself, from other columns. */
function isComputed(fromColumn: string): boolean {
  const end = fromColumn.indexOf('ADD ', 4);
  return (end < 0 ? fromColumn : fromColumn.slice(0, end)).includes(' GENERATED ALWAYS AS (');
}

/** By one assignment of an UPDATE, from anything but itself, and under a condition that can hold. */
function fills(statement: string, schema: string, table: string, column: string): boolean {
  const update = new RegExp(
    `\\bUPDATE\\s+(?:ONLY\\s+)?(?:${schema}\\.)?${table}\\b[^]*?\\bSET\\b([^]*?)(?:\\bFROM\\b|\\bWHERE\\b|$)`,
    'i',
  ).exec(statement);
  const isSet = new RegExp(`(?:^|,|\\()\\s*${column}\\s*=(?!\\s*${column}\\s*(?:,|$))`, 'i');
  return update !== null && isSet.test(update[1]!) && !/\bWHERE\s+false\b/i.test(statement);
}

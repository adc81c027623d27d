type Cell = string | number | bigint | boolean | Date | null;

/** What a cell must be quoted for in an array: delimiters, quotes, space, and what reads as nothing at all. */
const SPECIAL = /[{},"\\\s]|^$|^null$/i;

/**
 * Turns rows into columns, as rows travel to `unnest`: each a PostgreSQL array as text, which is written in one go here;
 * node-postgres would look at every cell several times over.
 */
export function toColumns<Row>(rows: readonly Row[], pick: readonly ((row: Row) => Cell)[]): string[] {
  return pick.map((cell) => `{${rows.map((row) => toArrayText(cell(row))).join()}}`);
}

function toArrayText(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (typeof cell === 'string') return SPECIAL.test(cell) ? quote(cell) : cell;
  return typeof cell === 'object' ? cell.toISOString() : cell.toString();
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

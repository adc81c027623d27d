type Cell = string | number | bigint | boolean | Date | null;

/** What a cell must be quoted for in an array: delimiters, quotes, space, and what reads as nothing at all. */
const SPECIAL = /[{},"\\\s]|^$|^null$/i;

/** Fields of rows as the arrays that `unnest` takes, written in one go: node-postgres would look at each cell several times. */
export function toColumns<Field extends string>(
  rows: readonly Readonly<Record<Field, Cell>>[],
  fields: readonly Field[],
): string[] {
  return fields.map((field) => `{${rows.map((row) => toArrayText(row[field])).join()}}`);
}

function toArrayText(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (typeof cell !== 'string') return typeof cell === 'object' ? cell.toISOString() : cell.toString();
  return SPECIAL.test(cell) ? `"${cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : cell;
}

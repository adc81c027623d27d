/** One array a column: how rows travel to `unnest`. */
export type Columns = (string | number | boolean | Date | null)[][];

/** Turns rows into columns; bigints travel as text, since node-postgres would round nothing but also type nothing. */
export function toColumns<Row>(
  rows: readonly Row[],
  pick: readonly ((row: Row) => string | number | bigint | boolean | Date | null)[],
): Columns {
  return pick.map((cell) =>
    rows.map((row) => {
      const value = cell(row);
      return typeof value === 'bigint' ? value.toString() : value;
    }),
  );
}

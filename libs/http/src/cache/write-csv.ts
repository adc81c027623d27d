import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV by RFC 4180, below a row of their columns' names. Values are written as in JSON, without the quotes of texts; what is
 * null or absent is empty. Text that a spreadsheet would take for a formula has an apostrophe before it; numbers stay.
 */
export function writeCsv(rows: readonly object[], columns: readonly string[]): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { boolean: String },
  });
}

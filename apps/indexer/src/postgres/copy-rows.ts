import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { Session } from './session.js';

interface Bytes {
  readonly hex: Hex;
}

type Cell = string | number | bigint | boolean | Date | Bytes | null;

/** The columns of a table, in order, and what each row has in them. */
export type CopyColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

type FieldOf<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row] & string;

/** Columns of the fields of their names: `block_number` has `blockNumber`. */
export function columnsOf<Row>(...fields: readonly FieldOf<Row>[]): CopyColumns<Row> {
  return Object.fromEntries(
    fields.map((field) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      (row: Row) => row[field] as Cell,
    ]),
  );
}

/** Rows that are encoded in one go. */
const ROWS_AT_ONCE = 500;

const SPECIAL = /[\\\t\n\r]/;

/** Adds rows by COPY, which costs the server half of an INSERT. They are encoded while statements before it run. */
export async function copyRows<Row>(
  session: Session,
  table: string,
  columns: CopyColumns<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const statement = `COPY ${table} (${Object.keys(columns).join(', ')}) FROM STDIN`;
  await session.copy(statement, () => encode(rows, Object.values(columns)));
}

export function toBytea(hex: Hex): Bytes {
  return { hex };
}

/** @param times as text, by milliseconds: rows of a block share theirs */
function toCopyText(cell: Cell, times: Map<number, string>): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return SPECIAL.test(cell) ? escape(cell) : cell;
  if (typeof cell !== 'object') return cell.toString();
  if ('hex' in cell) return `\\\\x${cell.hex.slice(2)}`;
  const milliseconds = cell.getTime();
  const text = times.get(milliseconds) ?? cell.toISOString();
  times.set(milliseconds, text);
  return text;
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

/** Rows as COPY reads them. The loop gets its turn between some and the next. */
async function encode<Row>(
  rows: readonly Row[],
  cells: readonly ((row: Row) => Cell)[],
): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  const times = new Map<number, string>();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (from > 0) await nextTurn();
    let text = '';
    for (const row of rows.slice(from, from + ROWS_AT_ONCE)) {
      let separator = '';
      // Piece by piece: a line put together first would be copied once more.
      for (const cell of cells) {
        text += separator;
        text += toCopyText(cell(row), times);
        separator = '\t';
      }
      text += '\n';
    }
    chunks.push(Buffer.from(text));
  }
  return chunks;
}

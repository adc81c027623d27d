import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { Connection, Submittable } from 'pg';
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

/** Rows that are encoded in one go: the server works on them while the next are. */
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
  const lines = new CopyLines(rows, Object.values(columns));
  const statement = `COPY ${table} (${Object.keys(columns).join(', ')}) FROM STDIN`;
  await Promise.all([
    session.submit((resolve, reject) => new CopyIn(statement, lines, resolve, reject)),
    session.encodeAhead(() => lines.encodeAhead()),
  ]);
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

/** Rows as COPY reads them, some at a time. */
class CopyLines<Row> {
  private readonly ahead: Buffer[] = [];
  private readonly times = new Map<number, string>();
  private encoded = 0;

  constructor(
    private readonly rows: readonly Row[],
    private readonly cells: readonly ((row: Row) => Cell)[],
  ) {}

  /** What cannot be encoded is found by `take`. */
  async encodeAhead(): Promise<void> {
    try {
      while (this.encoded < this.rows.length) {
        this.ahead.push(this.encode());
        await nextTurn();
      }
    } catch {
      return;
    }
  }

  /** Whether the next lines are encoded already. */
  get isAhead(): boolean {
    return this.ahead.length > 0;
  }

  /** The next lines; null after the last. */
  take(): Buffer | null {
    return this.ahead.shift() ?? (this.encoded < this.rows.length ? this.encode() : null);
  }

  private encode(): Buffer {
    const rows = this.rows.slice(this.encoded, this.encoded + ROWS_AT_ONCE);
    let text = '';
    for (const row of rows) {
      let separator = '';
      // Piece by piece: a line put together first would be copied once more.
      for (const cell of this.cells) {
        text += separator;
        text += toCopyText(cell(row), this.times);
        separator = '\t';
      }
      text += '\n';
    }
    this.encoded += rows.length;
    return Buffer.from(text);
  }
}

/** What of node-postgres' connection a COPY needs; its types leave these out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(reason: string): void;
  endCopyFrom(): void;
}

/** A COPY .. FROM STDIN as node-postgres runs queries (PostgreSQL's protocol, section COPY Operations). */
class CopyIn implements Submittable {
  private hasFailed = false;

  constructor(
    private readonly statement: string,
    private readonly lines: Pick<CopyLines<unknown>, 'take' | 'isAhead'>,
    private readonly resolve: () => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  /** The rows follow at once. A server that refuses the statement passes over them, as the protocol has it. */
  submit(connection: Connection): void {
    const copying = connection as CopyConnection;
    copying.query(this.statement);
    this.send(copying).catch((error: unknown) => {
      this.handleError(error);
      // The server would wait for the rest, and everything behind it.
      copying.sendCopyFail(String(error));
    });
  }

  handleCopyInResponse(): void {
    // The server is ready for what it has been sent.
  }

  handleError(error: unknown): void {
    this.hasFailed = true;
    this.reject(error);
  }

  handleReadyForQuery(): void {
    if (!this.hasFailed) this.resolve();
  }

  handleCommandComplete(): void {
    // Its tag has the number of rows, which we know.
  }

  private async send(connection: CopyConnection): Promise<void> {
    for (let lines = this.lines.take(); lines !== null && !this.hasFailed; lines = this.lines.take()) {
      connection.sendCopyFromChunk(lines);
      if (!this.lines.isAhead) await nextTurn();
    }
    // After an error the server waits for nothing more.
    if (!this.hasFailed) connection.endCopyFrom();
  }
}

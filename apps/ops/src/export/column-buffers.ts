import type { ColumnType } from './sets.js';

/** A column of many rows, as Arrow lays it out: what a thread hands to another without a copy. */
export interface ColumnData {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullCount: number;
  /** A bit a row, set where there is a value. */
  readonly validity: Uint8Array<ArrayBuffer>;
  /** Of texts: where each begins, and where the last ends. */
  readonly offsets: Int32Array<ArrayBuffer> | null;
  /** Bytes of texts; else a value a row: bits, integers, or microseconds since 1970. */
  readonly values: Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>;
}

export interface TableData {
  readonly rows: number;
  readonly columns: readonly ColumnData[];
}

/** "PGCOPY\n\377\r\n\0", flags, and the length of what may follow them. */
const HEADER_BYTES = 19;
const SIGNATURE = 0x5047434f;

/** From 1970 to 2000, where PostgreSQL counts from. */
const EPOCH_MICROSECONDS = 946_684_800_000_000n;

/** Texts of up to so many bytes are copied sooner one by one than by a call. */
const SHORT = 24;

/** Rows of PostgreSQL's binary COPY, gathered by column. */
export class ColumnBuffers {
  private rows = 0;
  private isBegun = false;
  private readonly columns: readonly Column[];

  constructor(types: Readonly<Record<string, ColumnType>>) {
    this.columns = Object.entries(types).map(([name, type]) => makeColumn(name, type));
  }

  /** Takes whole rows: PostgreSQL sends each in one message, the header with the first. */
  readonly add = (chunk: Buffer): void => {
    let at = 0;
    if (!this.isBegun) {
      if (chunk.length < HEADER_BYTES || chunk.readUInt32BE(0) !== SIGNATURE)
        throw new Error('PostgreSQL sent no binary COPY');
      at = HEADER_BYTES + chunk.readInt32BE(HEADER_BYTES - 4);
      this.isBegun = true;
    }
    while (at < chunk.length) {
      const fields = chunk.readInt16BE(at);
      at += 2;
      if (fields === -1) return;
      if (fields !== this.columns.length)
        throw new Error(`a row has ${fields} columns, not ${this.columns.length}`);
      for (const column of this.columns) {
        const length = chunk.readInt32BE(at);
        at += 4;
        column.add(this.rows, chunk, at, length);
        if (length > 0) at += length;
      }
      this.rows += 1;
    }
  };

  take(): TableData {
    return { rows: this.rows, columns: this.columns.map((column) => column.take(this.rows)) };
  }
}

function makeColumn(name: string, type: ColumnType): Column {
  if (type === 'integer') return new IntegerColumn(name, type);
  if (type === 'time') return new TimeColumn(name, type);
  return type === 'boolean' ? new BooleanColumn(name, type) : new TextColumn(name, type);
}

const FIRST_ROWS = 1_024;

function grown<T extends Uint8Array | Int32Array | BigInt64Array>(array: T, next: T): T {
  (next as Uint8Array).set(array as Uint8Array);
  return next;
}

abstract class Column {
  protected nullCount = 0;
  private validity = new Uint8Array(FIRST_ROWS / 8);

  constructor(
    private readonly name: string,
    private readonly type: ColumnType,
  ) {}

  /** @param length of the value; -1 when there is none */
  add(row: number, chunk: Buffer, at: number, length: number): void {
    const byte = row >> 3;
    if (byte === this.validity.length)
      this.validity = grown(this.validity, new Uint8Array(this.validity.length * 2));
    if (length === -1) this.nullCount += 1;
    else this.validity[byte] = (this.validity[byte] ?? 0) | (1 << (row & 7));
    this.put(row, chunk, at, Math.max(0, length));
  }

  take(rows: number): ColumnData {
    const { name, type, nullCount } = this;
    const validity = this.validity.slice(0, (rows + 7) >> 3);
    return { name, type, nullCount, validity, ...this.taken(rows) };
  }

  protected abstract put(row: number, chunk: Buffer, at: number, length: number): void;

  protected abstract taken(rows: number): Pick<ColumnData, 'offsets' | 'values'>;
}

class IntegerColumn extends Column {
  private values = new Int32Array(FIRST_ROWS);

  protected put(row: number, chunk: Buffer, at: number, length: number): void {
    if (row === this.values.length) this.values = grown(this.values, new Int32Array(row * 2));
    if (length > 0) this.values[row] = chunk.readInt32BE(at);
  }

  protected taken(rows: number): Pick<ColumnData, 'offsets' | 'values'> {
    return { offsets: null, values: this.values.slice(0, rows) };
  }
}

class TimeColumn extends Column {
  private values = new BigInt64Array(FIRST_ROWS);

  protected put(row: number, chunk: Buffer, at: number, length: number): void {
    if (row === this.values.length) this.values = grown(this.values, new BigInt64Array(row * 2));
    if (length > 0) this.values[row] = chunk.readBigInt64BE(at) + EPOCH_MICROSECONDS;
  }

  protected taken(rows: number): Pick<ColumnData, 'offsets' | 'values'> {
    return { offsets: null, values: this.values.slice(0, rows) };
  }
}

class BooleanColumn extends Column {
  private values = new Uint8Array(FIRST_ROWS / 8);

  protected put(row: number, chunk: Buffer, at: number, length: number): void {
    const byte = row >> 3;
    if (byte === this.values.length) this.values = grown(this.values, new Uint8Array(byte * 2));
    if (length > 0 && chunk[at] !== 0) this.values[byte] = (this.values[byte] ?? 0) | (1 << (row & 7));
  }

  protected taken(rows: number): Pick<ColumnData, 'offsets' | 'values'> {
    return { offsets: null, values: this.values.slice(0, (rows + 7) >> 3) };
  }
}

class TextColumn extends Column {
  private offsets = new Int32Array(FIRST_ROWS);
  private values = new Uint8Array(FIRST_ROWS * 16);
  private end = 0;

  protected put(row: number, chunk: Buffer, at: number, length: number): void {
    if (row + 1 === this.offsets.length)
      this.offsets = grown(this.offsets, new Int32Array(this.offsets.length * 2));
    const end = this.end + length;
    if (end > this.values.length)
      this.values = grown(this.values, new Uint8Array(Math.max(end, this.values.length * 2)));
    if (length > SHORT) chunk.copy(this.values, this.end, at, at + length);
    else for (let i = 0; i < length; i += 1) this.values[this.end + i] = chunk[at + i] ?? 0;
    this.end = end;
    this.offsets[row + 1] = end;
  }

  protected taken(rows: number): Pick<ColumnData, 'offsets' | 'values'> {
    return { offsets: this.offsets.slice(0, rows + 1), values: this.values.slice(0, this.end) };
  }
}

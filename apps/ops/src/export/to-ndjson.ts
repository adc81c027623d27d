import type { ColumnData, TableData } from './column-buffers.js';

const [QUOTE, BACKSLASH, COMMA, NEWLINE, OPEN, CLOSE, MINUS, ZERO] = [
  ...[0x22, 0x5c, 0x2c, 0x0a],
  ...[0x7b, 0x7d, 0x2d, 0x30],
] as const;

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

/** So many bytes at least are free before a value that is no text. */
const SPARE = 64;

/** Pieces that are handed over are about as large. */
const PIECE_BYTES = 1 << 20;

/** Rows as lines of JSON, in pieces. Each piece is overwritten by the next. */
export function* toNdjson({ rows, columns }: TableData): Generator<Uint8Array> {
  const writers = columns.map((column, i) => makeWriter(column, i === 0));
  const output = new Output();
  for (let row = 0; row < rows; row += 1) {
    for (const write of writers) write(output, row);
    output.reserve(SPARE);
    output.byte(CLOSE);
    output.byte(NEWLINE);
    if (output.length >= PIECE_BYTES) yield output.take();
  }
  if (output.length > 0) yield output.take();
}

/** Bytes that grow. */
class Output {
  length = 0;
  private buffer = Buffer.allocUnsafe(PIECE_BYTES + (PIECE_BYTES >> 2));

  take(): Uint8Array {
    const piece = this.buffer.subarray(0, this.length);
    this.length = 0;
    return piece;
  }

  reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const next = Buffer.allocUnsafe(Math.max(this.length + bytes, this.buffer.length * 2));
    this.buffer.copy(next, 0, 0, this.length);
    this.buffer = next;
  }

  byte(value: number): void {
    this.buffer[this.length++] = value;
  }

  bytes(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start + SPARE);
    const { buffer } = this;
    let to = this.length;
    for (let i = start; i < end; i += 1) buffer[to++] = from[i] ?? 0;
    this.length = to;
  }

  digits(value: number): void {
    let rest = value;
    if (rest < 0) {
      this.byte(MINUS);
      rest = -rest;
    }
    let unit = 1;
    while (rest / unit >= 10) unit *= 10;
    for (; unit >= 1; unit /= 10) this.byte(ZERO + (Math.floor(rest / unit) % 10));
  }
}

const isClear = (bits: Uint8Array, row: number): boolean => ((bits[row >> 3] ?? 0) & (1 << (row & 7))) === 0;

type Write = (output: Output, row: number) => void;

/** Writes a column's name and its value of a row. */
function makeWriter(column: ColumnData, isFirst: boolean): Write {
  const { nullCount, validity, name } = column;
  const key = Buffer.from(`"${name}":`);
  const value = valueWriter(column);
  return (output, row) => {
    output.reserve(SPARE + key.length);
    output.byte(isFirst ? OPEN : COMMA);
    output.bytes(key, 0, key.length);
    if (nullCount > 0 && isClear(validity, row)) output.bytes(NULL, 0, NULL.length);
    else value(output, row);
  };
}

function valueWriter({ type, offsets, values }: ColumnData): Write {
  if (offsets !== null) return textWriter(offsets, values as Uint8Array);
  if (type === 'time') return timeWriter(values as BigInt64Array);
  if (type === 'integer') {
    const integers = values as Int32Array;
    return (output, row) => {
      output.digits(integers[row] ?? 0);
    };
  }
  const bits = values as Uint8Array;
  return (output, row) => {
    const word = isClear(bits, row) ? FALSE : TRUE;
    output.bytes(word, 0, word.length);
  };
}

function textWriter(offsets: Int32Array, bytes: Uint8Array): Write {
  // Addresses and amounts have nothing to escape: where a whole column has nothing, no row is looked at twice.
  const isPlain = !bytes.some((byte) => byte < 0x20 || byte === QUOTE || byte === BACKSLASH);
  return (output, row) => {
    const start = offsets[row] ?? 0;
    const end = offsets[row + 1] ?? 0;
    if (isPlain) {
      output.byte(QUOTE);
      output.bytes(bytes, start, end);
      output.byte(QUOTE);
      return;
    }
    const text = Buffer.from(JSON.stringify(Buffer.from(bytes.subarray(start, end)).toString('utf8')));
    output.bytes(text, 0, text.length);
  };
}

/** ISO 8601. Rows of a block have one time. */
function timeWriter(microseconds: BigInt64Array): Write {
  let last: bigint | null = null;
  let text = NULL;
  return (output, row) => {
    const time = microseconds[row] ?? 0n;
    if (time !== last) {
      last = time;
      text = Buffer.from(`"${new Date(Number(time / 1_000n)).toISOString()}"`);
    }
    output.bytes(text, 0, text.length);
  };
}

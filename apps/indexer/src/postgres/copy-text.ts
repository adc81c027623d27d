/** Bytes of a part. What does not fit begins the next one. */
const PART_BYTES = 64 * 1_024;

/** What stands for itself in COPY's text format, a byte each. */
const PLAIN = /^[ -[\]-~]*$/;

const TAB = 0x09;
const NEW_LINE = 0x0a;
const DIGIT_ZERO = 0x30;

/** Whole numbers up to here are written digit by digit. */
const MOST_DIGITS = 10;

/** The most bytes that UTF-8 takes for a unit of a JavaScript string. */
const UNIT_BYTES = 3;

/**
 * Rows in COPY's text format, byte by byte. Texts that are put together first are copied twice more. They were an eighth of what
 * a backfill left for the garbage collector.
 */
export class CopyText {
  private readonly parts: Buffer[] = [];
  private part = Buffer.allocUnsafe(PART_BYTES);
  private length = 0;

  text(text: string): void {
    if (PLAIN.test(text)) this.plain(text);
    else this.encoded(escape(text));
  }

  /** A text of ASCII without controls and backslashes. */
  plain(text: string): void {
    this.reserve(text.length);
    const { part } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i += 1, at += 1) part[at] = text.charCodeAt(i);
    this.length = at;
  }

  number(value: number): void {
    if (!Number.isInteger(value) || value < 0 || value >= 10 ** (MOST_DIGITS - 1)) {
      this.plain(value.toString());
      return;
    }
    this.reserve(MOST_DIGITS);
    let digits = 1;
    for (let bound = 10; bound <= value; bound *= 10) digits += 1;
    let rest = value;
    for (let at = this.length + digits - 1; at >= this.length; at -= 1) {
      const next = Math.floor(rest / 10);
      this.part[at] = DIGIT_ZERO + rest - next * 10;
      rest = next;
    }
    this.length += digits;
  }

  null(): void {
    this.plain('\\N');
  }

  /** @param hex with its `0x` */
  bytes(hex: string): void {
    this.plain('\\\\x');
    this.plain(hex.slice(2));
  }

  endCell(): void {
    this.reserve(1);
    this.part[this.length] = TAB;
    this.length += 1;
  }

  /** Ends a row, whose last cell has ended. */
  endRow(): void {
    this.part[this.length - 1] = NEW_LINE;
  }

  /** All that was written. */
  end(): readonly Buffer[] {
    return [...this.parts, this.part.subarray(0, this.length)];
  }

  private encoded(text: string): void {
    this.reserve(text.length * UNIT_BYTES);
    this.length += this.part.write(text, this.length);
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.part.length) return;
    this.parts.push(this.part.subarray(0, this.length));
    this.part = Buffer.allocUnsafe(Math.max(PART_BYTES, bytes));
    this.length = 0;
  }
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

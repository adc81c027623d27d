/** A part of a file: from its first byte to the one after its last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Depths: inside the outermost object, inside an array or object that it holds, and inside an element of that one. */
const OBJECT = 1;
const MEMBER = 2;
const ELEMENT = 3;

/**
 * Follows the brackets and strings of a JSON object that comes in pieces. It keeps the object's own names and scalars,
 * and passes on the elements of one of its members, an array of objects, one at a time.
 */
export class SyntaxScan {
  /** The object, with a 0 in the place of each array and object in it: whole when the object is. */
  skeleton = '';
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private isInMember = false;
  /** Bytes of the pieces before. */
  private offset = 0;
  private elementStart = 0;
  /** Of the element that goes on in the next piece. */
  private parts: Buffer[] = [];
  private readonly member: RegExp;

  /** @param onElement is given an element's place in the file, and its text */
  constructor(
    member: string,
    private readonly onElement: (range: ByteRange, text: string) => void,
  ) {
    this.member = new RegExp(`"${member}"\\s*:\\s*$`);
  }

  /** @throws SyntaxError at a byte that JSON cannot have: a crash may leave parts of a file empty */
  add(chunk: Buffer): void {
    for (let i = 0; i < chunk.length; i += 1) this.addByte(chunk[i] ?? 0, chunk, i);
    if (this.isInElement) this.parts.push(chunk.subarray(Math.max(0, this.elementStart - this.offset)));
    this.offset += chunk.length;
  }

  private get isInElement(): boolean {
    return this.isInMember && this.depth >= ELEMENT;
  }

  private addByte(byte: number, chunk: Buffer, at: number): void {
    if (byte < SPACE && byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN)
      throw new SyntaxError('a control character');
    if (!this.isInString && (byte === OPEN_OBJECT || byte === OPEN_ARRAY)) this.open(byte, at);
    else if (!this.isInString && (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY)) this.close(byte, chunk, at);
    else {
      if (this.isInString) this.addToString(byte);
      else if (byte === QUOTE) this.isInString = true;
      if (this.depth <= OBJECT) this.skeleton += String.fromCharCode(byte);
    }
  }

  private addToString(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isInString = false;
  }

  private open(byte: number, at: number): void {
    this.depth += 1;
    if (this.depth === OBJECT) this.skeleton += String.fromCharCode(byte);
    if (this.depth === MEMBER) {
      this.isInMember = this.member.test(this.skeleton);
      this.skeleton += '0';
    }
    if (this.depth === ELEMENT) this.elementStart = this.offset + at;
  }

  private close(byte: number, chunk: Buffer, at: number): void {
    if (this.depth === OBJECT) this.skeleton += String.fromCharCode(byte);
    if (this.depth === ELEMENT && this.isInMember) {
      const from = Math.max(0, this.elementStart - this.offset);
      const text = Buffer.concat([...this.parts, chunk.subarray(from, at + 1)]).toString();
      this.parts = [];
      this.onElement({ start: this.elementStart, end: this.offset + at + 1 }, text);
    }
    this.depth -= 1;
  }
}

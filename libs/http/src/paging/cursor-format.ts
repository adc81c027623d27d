import { createHash } from 'node:crypto';
import { CursorError } from '../errors/invalid-request.error.js';

/** What a cursor can hold. Block numbers and amounts go in as decimal strings. */
export type CursorValue = string | number | boolean | null | readonly CursorValue[];

const MAX_LENGTH = 512;
const CHECK_BYTES = 6;
const ENCODED = /^[A-Za-z0-9_-]+$/;

/**
 * The cursors of one list: opaque text around a few values.
 *
 * A short hash over list, version and content finds damage and cursors of other lists. It is no secret: content
 * is public, and `parse` must be strict enough for content that someone forged.
 */
export class CursorFormat<T> {
  /**
   * @param list names the list and the version of its content, such as `apps.newest.1`
   * @param parse the content, or null when it is not what this list writes
   */
  constructor(
    private readonly list: string,
    private readonly serialize: (content: T) => readonly CursorValue[],
    private readonly parse: (values: readonly unknown[]) => T | null,
  ) {}

  encode(content: T): string {
    const payload = Buffer.from(JSON.stringify(this.serialize(content)));
    return Buffer.concat([this.check(payload), payload]).toString('base64url');
  }

  /** @throws CursorError `cursor_invalid` when this list did not write the text */
  decode(text: string): T {
    const content = text.length <= MAX_LENGTH && ENCODED.test(text) ? this.open(text) : null;
    if (content === null) throw new CursorError('cursor_invalid');
    return content;
  }

  private open(text: string): T | null {
    const bytes = Buffer.from(text, 'base64url');
    const payload = bytes.subarray(CHECK_BYTES);
    // Base64 has several spellings of the same bytes; only ours is accepted.
    if (bytes.toString('base64url') !== text || !this.check(payload).equals(bytes.subarray(0, CHECK_BYTES))) {
      return null;
    }
    const values = parseArray(payload.toString('utf8'));
    return values === null ? null : this.parse(values);
  }

  private check(payload: Buffer): Buffer {
    return createHash('sha256').update(`${this.list}\n`).update(payload).digest().subarray(0, CHECK_BYTES);
  }
}

function parseArray(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

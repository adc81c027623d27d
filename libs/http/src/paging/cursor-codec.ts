import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IndexHead } from '../cache/index-head.js';
import { CursorError } from '../errors/invalid-request.error.js';
import { PrimaryReads } from '../cache/primary-reads.js';
import { CursorAheadError } from '../errors/cursor-ahead.error.js';
import type { CursorFormat, CursorPosition } from './cursor-position.js';
import { CursorKeys } from './cursor-keys.js';

/** 144 bits of HMAC-SHA-256: beyond guessing, and whole characters of base64. */
const TAG_BYTES = 18;
const MAX_LENGTH = 512;
const ENCODED = /^[A-Za-z0-9_-]+$/;

interface RowsOfPage<T, Row> {
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly lookedUpTo?: T | null;
}

/**
 * Writes and reads cursors: opaque text around a few values, authenticated together with the list that they are of. So
 * only what this deployment wrote is ever read, on each of its instances.
 */
@Injectable()
export class Cursors {
  constructor(
    private readonly keys: CursorKeys,
    private readonly head: IndexHead,
    private readonly primary: PrimaryReads,
  ) {}

  encode<T extends CursorPosition>(format: CursorFormat<T>, scope: string, position: T): string {
    const payload = Buffer.from(JSON.stringify(format.serialize(scope, position)));
    return Buffer.concat([tagOf(this.keys.signer(), format.list, payload), payload]).toString('base64url');
  }

  /**
   * The position that a cursor names in the list of a scope; null without a cursor.
   *
   * @param scope names the list and its owner: a wallet's cursor is not another's
   * @throws CursorError `cursor_invalid` when this deployment did not write the cursor for this list
   * @throws CursorAheadError when reads go to a server that is behind the one which the cursor is of
   */
  position<T extends CursorPosition>(
    format: CursorFormat<T>,
    scope: string,
    cursor: string | null,
  ): T | null {
    if (cursor === null) return null;
    const payload =
      cursor.length <= MAX_LENGTH && ENCODED.test(cursor) ? this.open(format.list, cursor) : null;
    const position = payload === null ? null : format.parse(scope, JSON.parse(payload) as readonly unknown[]);
    if (position === null) throw new CursorError('cursor_invalid');
    const isAhead = (): boolean => this.isAhead(position);
    if (isAhead()) throw new CursorAheadError(isAhead);
    return position;
  }

  /**
   * A page of the list of a scope, whose rows were read one more than asked: so it is known whether there is a next page.
   * Where not all was looked at, there may be one below the last row that was.
   */
  page<T extends CursorPosition, Row>(
    format: CursorFormat<T>,
    scope: string,
    { rows, limit, lookedUpTo = null }: RowsOfPage<T, Row>,
    positionOf: (last: Row) => T,
  ): { items: Row[]; nextCursor: string | null } {
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const next = rows.length <= limit || last === undefined ? lookedUpTo : positionOf(last);
    return { items, nextCursor: next === null ? null : this.encode(format, scope, next) };
  }

  private isAhead({ block, indexRevision = '0' }: CursorPosition): boolean {
    if (!this.primary.areElsewhere() || this.primary.isInside()) return false;
    const head = this.head.current();
    if (head === null) return false;
    return BigInt(block) > head.block || BigInt(indexRevision) > BigInt(head.indexRevision ?? 0);
  }

  /** The JSON array that a cursor holds, when one of our keys authenticates it. */
  private open(list: string, text: string): string | null {
    const bytes = Buffer.from(text, 'base64url');
    // Base64 has several spellings of the same bytes; only ours is accepted.
    if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== text) return null;
    const tag = bytes.subarray(0, TAG_BYTES);
    const payload = bytes.subarray(TAG_BYTES);
    const isOurs = this.keys.accepted().some((key) => timingSafeEqual(tagOf(key, list, payload), tag));
    return isOurs ? payload.toString('utf8') : null;
  }
}

function tagOf(key: Uint8Array, list: string, payload: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${list}\n`).update(payload).digest().subarray(0, TAG_BYTES);
}

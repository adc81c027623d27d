/** What a cursor can hold. Block numbers and amounts go in as decimal strings. */
export type CursorValue = string | number | boolean | null | readonly CursorValue[];

/** What the cursors of one list hold. `Cursors` writes and reads them. */
export class CursorFormat<T> {
  /**
   * @param list names the list and the version of its content, such as `apps.newest.1`
   * @param serialize the content as JSON values
   * @param parse the content, or null when it is not what this list writes
   */
  constructor(
    readonly list: string,
    readonly serialize: (content: T) => readonly CursorValue[],
    readonly parse: (values: readonly unknown[]) => T | null,
  ) {}
}

/** Whether content of a cursor is what PostgreSQL's integer can be: more than any list has items, and any chain blocks. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2_147_483_647;
}

/** Whether content of a cursor is a block's hash, 64 hexadecimal digits. */
export function isBlockHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

export function isBlockHashOrNull(value: unknown): value is string | null {
  return value === null || isBlockHash(value);
}

/** Checks content of a cursor that is a text of a pattern. */
export const isTextOf =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value);

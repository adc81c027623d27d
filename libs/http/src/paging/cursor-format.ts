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

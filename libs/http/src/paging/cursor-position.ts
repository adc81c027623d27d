/** What a position can hold. Amounts go in as decimal strings. */
type CursorValue = string | number | null;

/** The newest block that a position is of: a server whose index is behind it cannot read on from there. */
export interface CursorPosition {
  readonly block: number;
  /** The state of the index that it is of; absent where any state of the block will do. */
  readonly indexRevision?: string;
}

/** For each field of a position whether a value can be it. */
type Checks<T> = { readonly [Field in keyof T]-?: (value: unknown) => value is T[Field] };

/** What the cursors of one kind of list hold: the scope, which names the one list and whose it is, and a position in it. */
export class CursorFormat<T extends CursorPosition> {
  private readonly fields: readonly (keyof T)[];

  /**
   * @param list names the list and the version of its content, such as `apps.newest.1`
   * @param checks of the position's fields, which are written in this order
   */
  constructor(
    readonly list: string,
    private readonly checks: Checks<T>,
  ) {
    this.fields = Object.keys(checks) as (keyof T)[];
  }

  /** @throws TypeError for a position that could not be read again */
  serialize(scope: string, position: T): readonly CursorValue[] {
    const wrong = this.fields.find((field) => !this.checks[field](position[field]));
    if (wrong !== undefined) throw new TypeError(`${this.list}: no position has this ${String(wrong)}`);
    return [scope, ...this.fields.map((field) => position[field] as CursorValue)];
  }

  /** Null when the values are not what this list writes for the scope. */
  parse(scope: string, [ofScope, ...values]: readonly unknown[]): T | null {
    const isOurs = ofScope === scope && this.fields.every((field, i) => this.checks[field](values[i]));
    return isOurs
      ? (Object.fromEntries(this.fields.map((field, i) => [field, values[i]])) as unknown as T)
      : null;
  }
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

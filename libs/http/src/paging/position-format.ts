import { CursorFormat, type CursorValue } from './cursor-format.js';

/** For each field of a position whether a value can be it. */
type Checks<T> = { readonly [Field in keyof T]-?: (value: unknown) => value is T[Field] };

/**
 * What the cursors of lists of a kind hold: a scope, which names the one list, such as a token's holders, and a position in
 * it.
 */
export class PositionFormat<T extends object> extends CursorFormat<{ scope: string; position: T }> {
  /** @param checks of the position's fields, which are written in this order */
  constructor(list: string, checks: Checks<T>) {
    const fields = Object.keys(checks) as (keyof T)[];
    super(
      list,
      ({ scope, position }) => [scope, ...fields.map((field) => position[field] as CursorValue)],
      ([scope, ...values]) =>
        typeof scope === 'string' && fields.every((field, i) => checks[field](values[i]))
          ? { scope, position: Object.fromEntries(fields.map((field, i) => [field, values[i]])) as T }
          : null,
    );
  }
}

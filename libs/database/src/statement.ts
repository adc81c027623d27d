/**
 * SQL as a constant that says what its parameters ($1, $2, ..) and its rows are. One with a name is prepared once on each
 * connection; one without a name is planned each time, by its values.
 */
export interface Statement<Values extends readonly unknown[], Row> {
  readonly name?: string;
  readonly text: string;
  /** Never set: it carries the types. */
  readonly signature?: (...values: Values) => Row;
}

/** Runs a statement. Rows are what node-postgres makes of them: `bigint` and `numeric` are strings, times are dates. */
export type Run = <Values extends readonly unknown[], Row>(
  statement: Statement<Values, Row>,
  ...values: Values
) => Promise<Row[]>;

/** A mistake in what the operator asked for: one line, no stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

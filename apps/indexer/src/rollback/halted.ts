/** The index stands still: only another answer of a node, or an operator, changes that. */
export class IndexHaltedError extends Error {
  override readonly name: string = 'IndexHaltedError';
}

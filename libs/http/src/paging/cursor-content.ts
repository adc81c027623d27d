/** Whether content of a cursor is what PostgreSQL's integer can be: more than any list has items, and any chain blocks. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 2_147_483_647;
}

/** Whether content of a cursor is a block's hash, 64 hexadecimal digits. */
export function isBlockHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

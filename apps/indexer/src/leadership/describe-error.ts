/** One line with the causes; provider URLs may hold keys and are left out. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const line = text
    .replaceAll(/(https?|wss?):\/\/\S+/g, '<url>')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 500);
  return error instanceof Error && error.cause !== undefined
    ? `${line} <- ${describeError(error.cause)}`
    : line;
}

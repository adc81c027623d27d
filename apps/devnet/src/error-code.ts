/** The code of a system error, such as ENOENT; undefined for every other one. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

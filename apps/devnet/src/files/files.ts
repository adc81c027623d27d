import { rename, writeFile } from 'node:fs/promises';

/** Writes a file beside its place first: a kill in between leaves the one before. */
export async function replaceFile(file: string, content: readonly Uint8Array[]): Promise<void> {
  await writeFile(`${file}.unfinished`, content);
  await rename(`${file}.unfinished`, file);
}

/** What the system calls a failure, such as ENOENT; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

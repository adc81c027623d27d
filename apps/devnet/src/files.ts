import { copyFile, rename, stat, writeFile } from 'node:fs/promises';

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Writes a file beside its place first: a kill in between leaves the one before. */
export async function replaceFile(file: string, content: string | readonly Uint8Array[]): Promise<void> {
  await writeFile(`${file}.unfinished`, content);
  await rename(`${file}.unfinished`, file);
}

/** The same with another file's content. */
export async function replaceByCopy(file: string, from: string): Promise<void> {
  await copyFile(from, `${file}.unfinished`);
  await rename(`${file}.unfinished`, file);
}

/** What the system calls a failure, such as ENOENT; undefined for what is no failed system call. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

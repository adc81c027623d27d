import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of a program of this machine; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

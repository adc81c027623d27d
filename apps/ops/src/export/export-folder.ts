import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { EXPORT_SETS, type BlockRange } from './sets.js';

export const FORMATS = ['parquet', 'ndjson'] as const;

export type ExportFormat = (typeof FORMATS)[number];

/** The path of a set's file of a range, below the export's folder. */
export function fileOf(set: string, { fromBlock, toBlock }: BlockRange, format: ExportFormat): string {
  const digits = (block: number): string => String(block).padStart(10, '0');
  return `${set}/${digits(fromBlock)}-${digits(toBlock)}.${format}`;
}

const OURS = /^\d{10}-\d{10}[.](parquet|ndjson)([.]unfinished)?$/;

/**
 * Makes the folders of all sets, and deletes what a run that was killed has left: files of ours that are not published.
 *
 * @param published paths below the folder
 */
export async function prepareFolder(folder: string, published: ReadonlySet<string>): Promise<void> {
  for (const { name } of EXPORT_SETS) {
    await mkdir(path.join(folder, name), { recursive: true });
    for (const entry of await readdir(path.join(folder, name)))
      if (OURS.test(entry) && !published.has(`${name}/${entry}`)) await rm(path.join(folder, name, entry));
  }
}

/** Has names that were given in a folder survive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

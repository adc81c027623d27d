import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { TableData } from './column-buffers.js';
import { fileOf, syncFolder, type ExportFormat } from './export-folder.js';
import type { PublishedFile } from './manifest.js';
import type { BlockRange } from './sets.js';
import { toNdjson } from './to-ndjson.js';
import { toParquet } from './to-parquet.js';

/** What a segment's file is made of. */
export interface FilesToWrite extends BlockRange {
  readonly folder: string;
  readonly set: string;
  readonly formats: readonly ExportFormat[];
  readonly table: TableData;
}

/** Writes a set's files, each whole and on the disk before it has its name. */
export async function writeFiles({
  folder,
  formats,
  table,
  ...segment
}: FilesToWrite): Promise<PublishedFile[]> {
  const { set } = segment;
  const files: PublishedFile[] = [];
  for (const format of formats) {
    const file = fileOf(set, segment, format);
    const pieces = format === 'parquet' ? [toParquet(table)] : toNdjson(table);
    files.push({
      set,
      format,
      file,
      rows: table.rows,
      ...(await writeFile(path.join(folder, file), pieces)),
    });
  }
  await syncFolder(path.join(folder, set));
  return files;
}

async function writeFile(
  file: string,
  pieces: Iterable<Uint8Array>,
): Promise<Pick<PublishedFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(`${file}.unfinished`, 'w', 0o644);
  try {
    for (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.unfinished`, file);
  return { bytes, sha256: hash.digest('hex') };
}

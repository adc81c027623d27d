import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../command-line/command-line.js';
import { syncFolder, type ExportFormat } from './export-folder.js';
import { EXPORT_SETS, type BlockRange } from './sets.js';

/** Raised when a set's columns or their meaning change: what was published by an older one is not gone on with. */
const SCHEMA_VERSION = 1;

const FORMAT = 'slipway-export';

const MANIFEST = 'manifest.json';

/** A published file. */
export interface PublishedFile {
  readonly set: string;
  readonly format: ExportFormat;
  /** Its path below the manifest's folder. */
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Files of a range of blocks. */
export interface Segment extends BlockRange {
  /** Of the last block; null where the index does not keep it. */
  readonly toBlockHash: string | null;
  readonly files: readonly PublishedFile[];
}

/** What an export is of. */
export interface ExportSource {
  readonly chainId: number;
  readonly launchpad: string;
}

export interface Manifest extends ExportSource {
  readonly segments: readonly Segment[];
}

/**
 * What was published in a folder; no segments where nothing was.
 *
 * @throws OperatorError when it is of another chain, launchpad or schema
 */
export async function readManifest(folder: string, source: ExportSource): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { ...source, segments: [] };
  const written = parse(text);
  const { format, schemaVersion, chainId, launchpad, segments } = written;
  if (format !== FORMAT || !Array.isArray(segments))
    throw new OperatorError(`${folder} has a ${MANIFEST} that is no export's`);
  if (schemaVersion !== SCHEMA_VERSION)
    throw new OperatorError(
      `${folder} has schema version ${String(schemaVersion)}, not ${SCHEMA_VERSION}: export to another folder`,
    );
  if (chainId !== source.chainId || launchpad !== source.launchpad)
    throw new OperatorError(
      `${folder} is an export of ${String(launchpad)} on chain ${String(chainId)}, the index is of ${source.launchpad} on ${source.chainId}`,
    );
  return { ...source, segments: segments as Segment[] };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Publishes what a manifest names: at once, by its renaming. */
export async function writeManifest(folder: string, { segments, ...source }: Manifest): Promise<void> {
  const sets = Object.fromEntries(EXPORT_SETS.map(({ name, columns }) => [name, Object.keys(columns)]));
  const head = { format: FORMAT, schemaVersion: SCHEMA_VERSION, ...source, compression: 'zstd', sets };
  const lines = segments.map((segment) => JSON.stringify(segment)).join(',\n');
  const text = `${JSON.stringify(head).slice(0, -1)},"segments":[\n${lines}\n]}\n`;
  const unfinished = path.join(folder, `${MANIFEST}.unfinished`);
  const handle = await open(unfinished, 'w', 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, path.join(folder, MANIFEST));
  await syncFolder(folder);
}

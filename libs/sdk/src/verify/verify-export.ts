import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { AppRecount, type AppFigures } from './app-recount.js';
import { ExportError, readManifest, type ExportFile, type ExportManifest } from './manifest.js';

/** A manifest of a hundred thousand files. */
const MOST_MANIFEST_BYTES = 1 << 25;

/** A row's texts are bounded by the index. */
const MOST_LINE_BYTES = 1 << 20;

const NEWLINE = 0x0a;
const MAGIC = 'PAR1';

export interface VerifiedExport {
  readonly manifest: ExportManifest;
  /** Null when no app was to be counted. */
  readonly app: AppFigures | null;
}

/**
 * Reads every file of an export, and checks its hash, length and, of ndjson, its rows.
 *
 * @param source a folder, or a URL that the files lie below
 * @param app token of an app to count anew
 * @throws ExportError with the first file that is not as published, or what of the app does not agree
 */
export async function verifyExport(source: string, app: string | null): Promise<VerifiedExport> {
  const manifest = readManifest(await readText(source, 'manifest.json'));
  const recount = app === null ? null : new AppRecount(app);
  for (const file of manifest.files) await verifyFile(source, file, recount);
  if (recount !== null && !manifest.files.some(({ format }) => format === 'ndjson'))
    throw new ExportError('an app is counted from ndjson, which this export has none of');
  return { manifest, app: recount?.figures() ?? null };
}

async function readText(source: string, file: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of openFile(source, file)) {
    bytes += chunk.length;
    if (bytes > MOST_MANIFEST_BYTES) throw new ExportError(`${file} is too long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function verifyFile(source: string, file: ExportFile, recount: AppRecount | null): Promise<void> {
  const hash = createHash('sha256');
  const lines = new Lines((line) => recount?.add(file.set, line));
  let bytes = 0;
  let ends = '';
  for await (const chunk of openFile(source, file.file)) {
    hash.update(chunk);
    if (bytes === 0) ends = Buffer.from(chunk.subarray(0, MAGIC.length)).toString('latin1');
    bytes += chunk.length;
    if (bytes > file.bytes) break;
    if (file.format === 'ndjson') lines.add(chunk);
  }
  if (bytes !== file.bytes) throw new ExportError(`${file.file} has not ${file.bytes} bytes`);
  if (hash.digest('hex') !== file.sha256) throw new ExportError(`${file.file} has another SHA-256`);
  if (file.format === 'parquet' && ends !== MAGIC) throw new ExportError(`${file.file} is no Parquet file`);
  if (file.format === 'ndjson' && lines.end() !== file.rows)
    throw new ExportError(`${file.file} has not ${file.rows} rows`);
}

/** Lines of bytes that come in chunks. */
class Lines {
  private count = 0;
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly take: (line: string) => void) {}

  add(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.take(bytes.toString('utf8', start, end));
      this.count += 1;
      start = end + 1;
    }
    this.rest = bytes.subarray(start);
    if (this.rest.length > MOST_LINE_BYTES) throw new ExportError('a line is too long');
  }

  /** How many there were. */
  end(): number {
    if (this.rest.length > 0) throw new ExportError('the last line has no end');
    return this.count;
  }
}

/** @throws ExportError when it is not there */
async function* openFile(source: string, file: string): AsyncGenerator<Uint8Array> {
  if (!/^https?:\/\//.test(source)) {
    try {
      for await (const chunk of createReadStream(path.join(source, file))) yield chunk as Buffer;
    } catch (error) {
      throw new ExportError(
        `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
      );
    }
    return;
  }
  const response = await fetch(new URL(file, source.endsWith('/') ? source : `${source}/`));
  if (!response.ok || response.body === null)
    throw new ExportError(`${file} cannot be read: status ${response.status}`);
  yield* response.body;
}

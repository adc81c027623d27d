/** A file that a manifest names. */
export interface ExportFile {
  readonly set: string;
  readonly format: 'parquet' | 'ndjson';
  /** Its path beside the manifest. */
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ExportManifest {
  readonly chainId: number;
  readonly launchpad: string;
  /** The last block that the files are of; -1 without any. */
  readonly toBlock: number;
  readonly files: readonly ExportFile[];
}

/** What is read was not what was published. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

const SCHEMA_VERSION = 1;
const SET = /^[a-z_]{1,32}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** @throws ExportError when a manifest has not its form: names of files are made of the rest, so that none leads elsewhere */
export function readManifest(text: string): ExportManifest {
  const manifest = toObject(parse(text), 'the manifest');
  const { format, schemaVersion, chainId, launchpad, segments } = manifest;
  if (format !== 'slipway-export') throw new ExportError('the manifest is not of an export');
  if (schemaVersion !== SCHEMA_VERSION)
    throw new ExportError(`the manifest is not of schema version ${SCHEMA_VERSION}`);
  if (
    !isCount(chainId) ||
    typeof launchpad !== 'string' ||
    !ADDRESS.test(launchpad) ||
    !Array.isArray(segments)
  )
    throw new ExportError('the manifest lacks chain, launchpad or segments');
  let toBlock = -1;
  const files: ExportFile[] = [];
  for (const one of segments as readonly unknown[]) {
    const segment = toObject(one, 'a segment');
    const last = segment['toBlock'];
    if (segment['fromBlock'] !== toBlock + 1 || !isCount(last) || last <= toBlock)
      throw new ExportError(`the segment after block ${toBlock} does not begin at the next one`);
    if (!Array.isArray(segment['files'])) throw new ExportError('a segment has no files');
    for (const file of segment['files'] as readonly unknown[]) files.push(readFile(file, toBlock + 1, last));
    toBlock = last;
  }
  if (new Set(files.map(({ file }) => file)).size < files.length)
    throw new ExportError('a file is named twice');
  return { chainId, launchpad, toBlock, files };
}

function readFile(value: unknown, fromBlock: number, toBlock: number): ExportFile {
  const { set, format, file, rows, bytes, sha256 } = toObject(value, 'a file');
  if (typeof set !== 'string' || !SET.test(set) || (format !== 'parquet' && format !== 'ndjson'))
    throw new ExportError('a file has no set or format');
  const expected = `${set}/${digits(fromBlock)}-${digits(toBlock)}.${format}`;
  if (file !== expected) throw new ExportError(`a file of ${expected} has another name`);
  if (!isCount(rows) || !isCount(bytes) || typeof sha256 !== 'string' || !SHA256.test(sha256))
    throw new ExportError(`${expected} has no rows, bytes or SHA-256`);
  return { set, format, file: expected, rows, bytes, sha256 };
}

const digits = (block: number): string => String(block).padStart(10, '0');

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** @param what is told when it is none */
export function toObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ExportError(`${what} is no object`);
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ExportError('the manifest is no JSON');
  }
}

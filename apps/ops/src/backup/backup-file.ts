import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { DECISION_TABLES } from '@slipway/database';
import { OperatorError } from '../command-line/command-line.js';
import type { BackupRow } from './backup.repository.js';

/**
 * A backup is JSON lines: a header, a line a row, and an end. The end has the number of rows and a hash of all lines before it. A
 * file without its end is refused.
 */
const FORMAT = 'slipway-backup';
const VERSION = 1;
const ROW = /^\{"table":"([a-z_]{1,63})","row":(\{.*\})\}$/s;
const END = /^\{"end":\{"rows":(\d{1,15}),"sha256":"([0-9a-f]{64})"\}\}$/;

type Columns = Readonly<Record<string, string>>;

/** Who fills a backup. */
type Fill = (
  begin: (columns: Columns) => Promise<void>,
  write: (row: BackupRow) => Promise<void>,
) => Promise<void>;

/**
 * Writes a file that only its owner may read, under its name once it is whole.
 *
 * @returns its number of rows
 */
export async function writeBackup(file: string, now: Date, fill: Fill): Promise<number> {
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'wx', 0o600);
  const hash = createHash('sha256');
  let rows = 0;
  const writeLine = async (line: string): Promise<void> => {
    hash.update(`${line}\n`);
    await handle.write(`${line}\n`);
  };
  try {
    await fill(
      (columns) =>
        writeLine(JSON.stringify({ format: FORMAT, version: VERSION, madeAt: now.toISOString(), columns })),
      async ({ table, json }) => {
        rows += 1;
        await writeLine(`{"table":"${table}","row":${json}}`);
      },
    );
    await handle.write(`{"end":{"rows":${rows},"sha256":"${hash.digest('hex')}"}}\n`);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    return rows;
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** A backup that is read: its rows can be read once, and throw when it is not whole. */
export interface OpenBackup {
  readonly columns: Columns;
  readonly rows: AsyncIterable<BackupRow>;
}

/** @throws OperatorError when it is no backup, or one of another version */
export async function openBackup(file: string): Promise<OpenBackup> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })[
    Symbol.asyncIterator
  ]();
  const first = await lines.next();
  const header = first.done === true ? '' : first.value;
  const hash = createHash('sha256').update(`${header}\n`);
  return { columns: readHeader(header), rows: readRows({ [Symbol.asyncIterator]: () => lines }, hash) };
}

function readHeader(line: string): Columns {
  const header = parseObject(line);
  if (header['format'] !== FORMAT) throw new OperatorError('the file is no backup of Slipway');
  if (header['version'] !== VERSION)
    throw new OperatorError(`the backup has version ${JSON.stringify(header['version'])}, not ${VERSION}`);
  const { columns } = header;
  if (typeof columns !== 'object' || columns === null) throw new OperatorError('the backup names no columns');
  return columns as Columns;
}

function parseObject(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

async function* readRows(lines: AsyncIterable<string>, hash: Hash): AsyncGenerator<BackupRow> {
  let rows = 0;
  let table = 0;
  for await (const line of lines) {
    const end = END.exec(line);
    if (end !== null) {
      if (Number(end[1]) !== rows || end[2] !== hash.digest('hex'))
        throw new OperatorError('the backup is not what was written: its hash differs');
      return;
    }
    const [, name = '', json = ''] = ROW.exec(line) ?? [];
    const place = DECISION_TABLES.findIndex((one) => one.name === name);
    if (place < table) throw new OperatorError(`line ${rows + 2} of the backup is no row, or out of order`);
    table = place;
    rows += 1;
    hash.update(`${line}\n`);
    yield { table: name, json };
  }
  throw new OperatorError('the backup is not whole: its end is missing');
}

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import pg from 'pg';
import {
  EXPORT_SETS,
  type BlockRange,
  type ColumnType,
  type ExportSet,
} from '../../../apps/ops/src/export/sets.js';

const TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
  word: 'VARCHAR',
  text: 'VARCHAR',
  amount: 'VARCHAR',
};

const OPTIONS = '(FORMAT parquet, COMPRESSION zstd)';

/** DuckDB as one would export with it by hand: a statement for each set of a segment. */
export class DuckDbRival {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'slipway-bench-pipe-'));
  private readonly pipe = path.join(this.folder, 'rows');

  private constructor(
    private readonly duck: DuckDBConnection,
    private readonly client: pg.Client,
  ) {
    execFileSync('mkfifo', [this.pipe]);
    // The server may run as another user.
    chmodSync(this.folder, 0o755);
    chmodSync(this.pipe, 0o666);
  }

  static async open(url: string): Promise<DuckDbRival> {
    const client = new pg.Client({
      connectionString: url,
      options: '-c search_path=chain,public -c jit=off -c timezone=UTC',
    });
    // A server that is stopped ends it.
    client.on('error', () => undefined);
    await client.connect();
    return new DuckDbRival(await (await DuckDBInstance.create()).connect(), client);
  }

  close(): void {
    this.duck.closeSync();
    rmSync(this.folder, { recursive: true });
  }

  /** @returns the number of rows */
  async copyFromPostgres(folder: string, ranges: readonly BlockRange[]): Promise<number> {
    let rows = 0;
    for (const [set, range] of ranges.flatMap((one) => EXPORT_SETS.map((set) => [set, one] as const))) {
      const [written] = await Promise.all([
        this.duck.runAndReadAll(
          `COPY (FROM read_csv('${this.pipe}', auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', columns = {${typesOf(set)}})) TO '${folder}/${set.name}-${range.fromBlock}.parquet' ${OPTIONS}`,
        ),
        this.client.query(`COPY (${set.sql(range)}) TO '${this.pipe}' (FORMAT csv)`),
      ]);
      rows += Number(written.getRows()[0]?.[0]);
    }
    return rows;
  }

  /** Takes an export of ours into memory. */
  async load(folder: string): Promise<void> {
    for (const { name } of EXPORT_SETS)
      await this.duck.run(`CREATE TABLE ${name} AS FROM '${folder}/${name}/*.parquet'`);
  }

  async copyFromMemory(folder: string): Promise<void> {
    for (const { name } of EXPORT_SETS)
      await this.duck.run(`COPY ${name} TO '${folder}/${name}.parquet' ${OPTIONS}`);
  }
}

const typesOf = ({ columns }: ExportSet): string =>
  Object.entries(columns)
    .map(([name, type]) => `'${name}': '${TYPES[type]}'`)
    .join(', ');

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/postgres.js';
import { ExportRepository } from './export.repository.js';
import type { ExportSet } from './sets.js';
import { toNdjson } from './to-ndjson.js';
import { toParquet } from './to-parquet.js';

const ROWS = 5_000;

/** What strangers call an app, and nothing at all. */
const TEXTS = [
  'plain',
  '"quoted" \\ back',
  'line\nbreak\ttab\u0001',
  '🚀 \u202eevil',
  '',
  'W'.repeat(9_000),
  null,
];

const literal = (text: string | null): string =>
  text === null ? 'NULL' : `convert_from(decode('${Buffer.from(text).toString('hex')}', 'hex'), 'UTF8')`;

const SET: ExportSet = {
  name: 'anything',
  columns: {
    n: 'integer',
    odd: 'boolean',
    at: 'time',
    text: 'text',
    word: 'word',
    amount: 'amount',
    none: 'integer',
  },
  sql: ({ fromBlock, toBlock }) => `
    SELECT n, n % 2 = 1, to_timestamp(n / 1000.0), (ARRAY[${TEXTS.map(literal).join(', ')}])[1 + n % ${TEXTS.length}],
      'w' || n % 3, (n * 1e70::numeric)::text, CASE WHEN n % 3 = 0 THEN -n END
    FROM generate_series(${fromBlock}, ${toBlock}) n ORDER BY n`,
};

const rowOf = (n: number): Readonly<Record<string, unknown>> => ({
  n,
  odd: n % 2 === 1,
  at: new Date(n).toISOString(),
  text: TEXTS[n % TEXTS.length],
  word: `w${n % 3}`,
  amount: n === 0 ? '0' : `${n}${'0'.repeat(70)}`,
  none: n % 3 === 0 ? 0 - n : null,
});

describe('rows of an export', () => {
  let database: TestDatabase;
  let repository: ExportRepository;

  beforeAll(async () => {
    database = await createTestDatabase();
    repository = await ExportRepository.connect(database.url);
  });

  afterAll(async () => {
    await repository.close();
    await database.drop();
  });

  const read = (last: number) => repository.readSet(SET, { fromBlock: 0, toBlock: last });

  it.each([ROWS, 0, -1])('are the same in ndjson up to %i', async (last) => {
    let text = '';
    for (const piece of toNdjson(await read(last))) text += Buffer.from(piece).toString('utf8');
    const rows = text.split('\n').slice(0, -1);
    expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(
      Array.from({ length: last + 1 }, (_, n) => rowOf(n)),
    );
  });

  it.each([ROWS, 0, -1])('are the same in Parquet up to %i', async (last) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'slipway-formats-'));
    const duck = await (await DuckDBInstance.create()).connect();
    try {
      writeFileSync(path.join(folder, 'rows.parquet'), toParquet(await read(last)));
      const columns = `n, odd, strftime("at", '%Y-%m-%dT%H:%M:%S.%gZ') AS "at", text, word, amount, "none"`;
      const found = await duck.runAndReadAll(`SELECT ${columns} FROM '${folder}/rows.parquet' ORDER BY n`);
      expect(found.getRowObjectsJson()).toEqual(Array.from({ length: last + 1 }, (_, n) => rowOf(n)));
    } finally {
      duck.closeSync();
      rmSync(folder, { recursive: true });
    }
  });

  it('are refused when they have other columns than they should', async () => {
    const other = { ...SET, sql: () => 'SELECT 1' };
    await expect(repository.readSet(other, { fromBlock: 0, toBlock: 0 })).rejects.toThrow(
      'a row has 1 columns, not 7',
    );
    // The connection is as good as before.
    expect((await read(3)).rows).toBe(4);
  });
});

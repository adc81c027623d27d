import type pg from 'pg';
import { openClient } from '../../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/postgres.js';
import { toColumns } from './columns.js';

describe('toColumns', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('brings every text through unnest as it is', async () => {
    const texts = [
      ...[
        '',
        ' ',
        'null',
        'NULL',
        'nullable',
        '{',
        '}',
        '{a,b}',
        ',',
        '"',
        '\\',
        '\\"',
        '\\N',
        ' edge ',
        'two words',
      ],
      ...[
        'line\nbreak',
        '\t',
        '\u00a0',
        '\u2028',
        '\u3000',
        'é',
        '日本',
        '\u{1f6a2}',
        "'; DROP TABLE apps; --",
      ],
    ];
    const { rows } = await client.query<{ text: string }>(
      'SELECT text FROM unnest($1::text[]) WITH ORDINALITY AS row (text, ordinal) ORDER BY ordinal',
      toColumns(
        texts.map((text) => ({ text })),
        ['text'],
      ),
    );
    expect(rows.map(({ text }) => text)).toEqual(texts);
  });

  it('brings numbers, times and nothing', async () => {
    const time = new Date('2026-11-21T10:00:00.123Z');
    const cells = toColumns(
      [
        { amount: 10n ** 40n, price: -1.5e-7, time, flag: true },
        { amount: null, price: null, time: null, flag: null },
      ],
      ['amount', 'price', 'time', 'flag'],
    );
    const { rows } = await client.query(
      `SELECT amount::text, price, time, flag
      FROM unnest($1::numeric[], $2::float8[], $3::timestamptz[], $4::bool[]) AS row (amount, price, time, flag)`,
      cells,
    );
    expect(rows).toEqual([
      { amount: (10n ** 40n).toString(), price: -1.5e-7, time, flag: true },
      { amount: null, price: null, time: null, flag: null },
    ]);
  });

  it('makes empty arrays of no rows', async () => {
    const { rowCount } = await client.query('SELECT FROM unnest($1::text[])', toColumns([], ['text']));
    expect(rowCount).toBe(0);
  });
});

import type pg from 'pg';
import { openClient } from '../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { foldCase } from './fold-case.js';

/** PostgreSQL 18 folds case by CaseFolding.txt itself: another program's reading of the same standard. */
describe("foldCase and PostgreSQL's casefold", () => {
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

  it('agree on every character that either folds and both know', async () => {
    const ours = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .filter((code) => foldCase(String.fromCodePoint(code)) !== String.fromCodePoint(code));
    const { rows } = await client.query<{ letter: string; folded: string }>(
      `SELECT letter, casefold(letter) AS folded
      FROM (SELECT code, chr(code) COLLATE pg_unicode_fast AS letter FROM generate_series(1, 1114111) AS code
        WHERE code NOT BETWEEN 55296 AND 57343) AS letters
      WHERE unicode_assigned(letter) AND (casefold(letter) <> letter OR code = ANY($1))`,
      [ours],
    );
    expect(rows.length).toBeGreaterThan(1_400);
    expect(rows.filter(({ letter, folded }) => foldCase(letter) !== folded)).toEqual([]);
  });
});

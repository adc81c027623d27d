import type pg from 'pg';
import { OwnPostgres } from '../../support/own-postgres.js';

/**
 * Plain or partitioned tables for trades: the same rows in a plain table, in 16 partitions by hash of the token, and in
 * 12 by block range, with the indexes that reads use.
 *
 *     npm run bench:partitions                10,000,000 rows
 */
const ROWS = Number(process.argv[2] ?? 10_000_000);
const APPS = 2_000;
const PROBES = 200;
const BLOCKS = Math.ceil(ROWS / 4) + 1;
const HASH_PARTS = 16;
const RANGE_PARTS = 12;

const COLUMNS = `block_number bigint NOT NULL, log_index int NOT NULL, token text COLLATE "C" NOT NULL,
  trader text COLLATE "C" NOT NULL, side text COLLATE "C" NOT NULL, platform_amount numeric(78,0) NOT NULL,
  usd_amount numeric(160,0), time timestamptz(3) NOT NULL, tx_hash bytea NOT NULL`;

const rangeStep = Math.ceil((BLOCKS + 100_000) / RANGE_PARTS);
const LAYOUTS: Record<string, string[]> = {
  plain: [`CREATE TABLE plain (${COLUMNS}, PRIMARY KEY (block_number, log_index))`],
  hash: [
    `CREATE TABLE hash (${COLUMNS}, PRIMARY KEY (block_number, log_index, token)) PARTITION BY HASH (token)`,
    ...Array.from(
      { length: HASH_PARTS },
      (_, i) =>
        `CREATE TABLE hash_${i} PARTITION OF hash FOR VALUES WITH (MODULUS ${HASH_PARTS}, REMAINDER ${i})`,
    ),
  ],
  range: [
    `CREATE TABLE range (${COLUMNS}, PRIMARY KEY (block_number, log_index)) PARTITION BY RANGE (block_number)`,
    ...Array.from(
      { length: RANGE_PARTS },
      (_, i) =>
        `CREATE TABLE range_${i} PARTITION OF range FOR VALUES FROM (${i * rangeStep}) TO (${(i + 1) * rangeStep})`,
    ),
  ],
};

const rowsFrom = (first: number, last: number): string => `
  SELECT n / 4, (n % 4) * 2 + 1, '0x' || md5('a' || floor(${APPS} * ((hashint8(n)::bigint + 2147483648) / 4294967296.0) ^ 3)),
    '0x' || md5('t' || hashint4(n) % 20000), CASE WHEN n % 9 < 5 THEN 'buy' ELSE 'sell' END, n::numeric * 1000000000000000,
    n::numeric * 25000000000000000000000, now() - interval '30 days' * (1 - n::float8 / ${ROWS}),
    decode(lpad(to_hex(n), 64, '0'), 'hex')
  FROM generate_series(${first}, ${last}) n`;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function measure(client: pg.Client, table: string): Promise<Record<string, number>> {
  for (const statement of LAYOUTS[table]!) await client.query(statement);
  const load = await timed(() => client.query(`INSERT INTO ${table} ${rowsFrom(1, ROWS)}`));
  await client.query(
    `CREATE INDEX ON ${table} (token, side, block_number, log_index); CREATE INDEX ON ${table} (time)`,
  );
  await client.query(`VACUUM ANALYZE ${table}`);
  const times: Record<string, number[]> = { page: [], window: [], batch: [], rollback: [] };
  for (let i = 0; i < PROBES; i += 1) {
    const values = [
      `0x${(await client.query<{ m: string }>(`SELECT md5('a' || $1::int) m`, [(i * 37) % APPS])).rows[0]!.m}`,
    ];
    const page = `SELECT * FROM ${table} WHERE token = $1 AND side = 'buy'
      AND (block_number, log_index) < (${BLOCKS - i * 1_000}, 0) ORDER BY block_number DESC, log_index DESC LIMIT 21`;
    times['page']!.push(await timed(() => client.query({ name: `${table}-page-${i}`, text: page, values })));
  }
  for (let i = 0; i < 10; i += 1) {
    const [first, last] = [ROWS + 8 + i * 2_000, ROWS + 7 + (i + 1) * 2_000];
    times['batch']!.push(await timed(() => client.query(`INSERT INTO ${table} ${rowsFrom(first, last)}`)));
    times['window']!.push(
      await timed(() =>
        client.query(`SELECT token, sum(usd_amount) FROM ${table}
          WHERE time > now() - interval '7 days' AND time <= now() - interval '7 days' + interval '1 minute' GROUP BY token`),
      ),
    );
    times['rollback']!.push(
      await timed(() =>
        client.query(`DELETE FROM ${table} WHERE block_number > ${Math.floor(last / 4) - 64}`),
      ),
    );
  }
  const medianOf = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('${table}') + (SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)
      FROM pg_inherits WHERE inhparent = '${table}'::regclass) AS bytes`,
  );
  await client.query(`DROP TABLE ${table}`);
  return {
    'load s': load / 1_000,
    'page ms': medianOf(times['page']!),
    'batch of 2,000 ms': medianOf(times['batch']!),
    'window ms': medianOf(times['window']!),
    'rollback ms': medianOf(times['rollback']!),
    GB: Number(rows[0]!.bytes) / 1e9,
  };
}

const postgres = await OwnPostgres.start({ shared_buffers: '1GB', max_wal_size: '8GB' });
try {
  const client = await postgres.connect();
  for (const table of Object.keys(LAYOUTS)) {
    const figures = Object.entries(await measure(client, table)).map(
      ([name, value]) => `${name} ${value.toFixed(2)}`,
    );
    process.stdout.write(`${table}, ${ROWS} rows: ${figures.join(', ')}\n`);
  }
  await client.end();
} finally {
  await postgres.remove();
}

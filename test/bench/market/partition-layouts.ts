import { createHash } from 'node:crypto';

const APPS = 2_000;
const HASH_PARTS = 16;
const RANGE_PARTS = 12;

/** A table that grows with the chain, four rows a block, and what is asked of it. */
export interface GrowingTable {
  readonly name: string;
  readonly columns: string;
  readonly indexes: readonly string[];
  /** Rows of the numbers from the first to the last, of `total`: few apps have most of them. */
  select(first: number, last: number, total: number): string;
  /** A page of an app's rows: $1 the token, $2 the block that it starts below. */
  page(name: string): string;
  /** What a step of the windows reads; null where none does. */
  readonly window: ((name: string) => string) | null;
  token(app: number): string;
}

const TOKEN = (n: string): string =>
  `'0x' || left(encode(sha256(('app ' || floor(${APPS} * ((hashint8(${n})::bigint + 2147483648) / 4294967296.0) ^ 3))::bytea), 'hex'), 40)`;
const TRADER = (n: string): string => `'0x' || md5('t' || hashint4(${n}) % 20000) || '00000000'`;
const TIME = (n: string, total: number): string =>
  `now() - interval '30 days' * (1 - ${n}::float8 / ${total})`;
const TX_HASH = (n: string): string => `decode(lpad(to_hex(${n}), 64, '0'), 'hex')`;
const token = (app: number): string =>
  `0x${createHash('sha256').update(`app ${app}`).digest('hex').slice(0, 40)}`;

export const TABLES: readonly GrowingTable[] = [
  {
    name: 'trades',
    columns: `block_number bigint NOT NULL, log_index int NOT NULL, token text COLLATE "C" NOT NULL,
      trader text COLLATE "C" NOT NULL, side text COLLATE "C" NOT NULL, platform_amount numeric(78,0) NOT NULL,
      usd_amount numeric(160,0), time timestamptz(3) NOT NULL, tx_hash bytea NOT NULL`,
    indexes: ['(token, side, block_number, log_index)', '(time)'],
    select: (first, last, total) => `
      SELECT n / 4, (n % 4) * 2 + 1, ${TOKEN('n')}, ${TRADER('n')}, CASE WHEN n % 9 < 5 THEN 'buy' ELSE 'sell' END,
        n::numeric * 1000000000000000, n::numeric * 25000000000000000000000, ${TIME('n', total)}, ${TX_HASH('n')}
      FROM generate_series(${first}, ${last}) n`,
    page: (
      name,
    ) => `SELECT * FROM ${name} WHERE token = $1 AND side = 'buy' AND (block_number, log_index) < ($2, 0)
      ORDER BY block_number DESC, log_index DESC LIMIT 21`,
    window: (name) => `SELECT token, sum(usd_amount) FROM ${name}
      WHERE time > now() - interval '7 days' AND time <= now() - interval '7 days' + interval '1 minute' GROUP BY token`,
    token,
  },
  {
    name: 'transfers',
    columns: `block_number bigint NOT NULL, log_index int NOT NULL, token text COLLATE "C" NOT NULL,
      sender text COLLATE "C" NOT NULL, recipient text COLLATE "C" NOT NULL, amount numeric(78,0) NOT NULL,
      trade_log_index int, time timestamptz(3) NOT NULL, tx_hash bytea NOT NULL`,
    indexes: ['(token, block_number, log_index) WHERE trade_log_index IS NULL'],
    select: (first, last, total) => `
      SELECT n / 4, (n % 4) * 2, ${TOKEN('n')}, ${TRADER('n')}, ${TRADER('n + 1')}, n::numeric * 1000000000000000,
        CASE WHEN n % 10 > 0 THEN n % 4 * 2 + 1 END, ${TIME('n', total)}, ${TX_HASH('n')}
      FROM generate_series(${first}, ${last}) n`,
    page: (name) => `SELECT * FROM ${name} WHERE token = $1 AND trade_log_index IS NULL
      AND (block_number, log_index) < ($2, 0) ORDER BY block_number DESC, log_index DESC LIMIT 21`,
    window: null,
    token,
  },
];

/** A way to keep such a table. */
export interface Layout {
  name(table: GrowingTable): string;
  create(table: GrowingTable, rows: number): string[];
}

export const LAYOUTS: readonly Layout[] = [
  {
    name: ({ name }) => `${name}_plain`,
    create: ({ name, columns }) => [
      `CREATE TABLE ${name}_plain (${columns}, PRIMARY KEY (block_number, log_index))`,
    ],
  },
  {
    name: ({ name }) => `${name}_by_token`,
    create: ({ name, columns }) => [
      `CREATE TABLE ${name}_by_token (${columns}, PRIMARY KEY (block_number, log_index, token)) PARTITION BY HASH (token)`,
      ...Array.from(
        { length: HASH_PARTS },
        (_, i) => `CREATE TABLE ${name}_by_token_${i} PARTITION OF ${name}_by_token
          FOR VALUES WITH (MODULUS ${HASH_PARTS}, REMAINDER ${i})`,
      ),
    ],
  },
  {
    name: ({ name }) => `${name}_by_block`,
    create: ({ name, columns }, rows) => {
      const step = Math.ceil((rows / 4 + 100_000) / RANGE_PARTS);
      return [
        `CREATE TABLE ${name}_by_block (${columns}, PRIMARY KEY (block_number, log_index)) PARTITION BY RANGE (block_number)`,
        ...Array.from(
          { length: RANGE_PARTS },
          (_, i) => `CREATE TABLE ${name}_by_block_${i} PARTITION OF ${name}_by_block
            FOR VALUES FROM (${i * step}) TO (${(i + 1) * step})`,
        ),
      ];
    },
  },
];

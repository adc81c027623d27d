const APPS = 2_000;
const WALLETS = 200_000;
const RANGE_PARTS = 12;

/** A table that grows with the chain, four rows a block, and what is asked of it. */
export interface GrowingTable {
  readonly name: string;
  readonly columns: string;
  /** Its primary key: the other key of each is by app or wallet. */
  readonly key: string;
  readonly index: string;
  /** Rows of the numbers from the first to the last: few apps and wallets have most of them. */
  select(first: number, last: number): string;
  /** A page of the newest rows: $1 an app or wallet, $2 the block that it starts below. */
  page(name: string): string;
  /** An app or wallet whose page is read, by a number. */
  id(i: number): number;
}

const SKEWED = (n: string, count: number): string =>
  `floor(${count} * ((hashint8(${n})::bigint + 2147483648) / 4294967296.0) ^ 3)::int + 1`;
const WEI = (n: string): string => `(${n}::numeric * 1000000000000037)`;

export const TABLES: readonly GrowingTable[] = [
  {
    name: 'trades',
    columns: `block_number int NOT NULL, log_index int NOT NULL, token_id int NOT NULL, trader_id int NOT NULL, is_buy boolean NOT NULL,
      in_pool boolean NOT NULL, is_shared boolean NOT NULL, platform_amount numeric(78,0) NOT NULL, fee numeric(78,0) NOT NULL,
      token_amount numeric(78,0) NOT NULL, tx_hash bytea NOT NULL`,
    key: 'block_number, log_index',
    index: '(token_id, is_buy, block_number, log_index)',
    select: (first, last) => `
      SELECT n / 4, (n % 4) * 2 + 1, ${SKEWED('n', APPS)}, ${SKEWED('n + 7', WALLETS)}, n % 9 < 5, false, false, ${WEI('n')},
        ${WEI('n / 100')}, ${WEI('n * 977')}, sha256(n::text::bytea)
      FROM generate_series(${first}, ${last}) n`,
    page: (
      name,
    ) => `SELECT * FROM ${name} WHERE token_id = $1 AND is_buy AND (block_number, log_index) < ($2, 0)
      ORDER BY block_number DESC, log_index DESC LIMIT 21`,
    id: (i) => ((i * 37) % APPS) + 1,
  },
  {
    name: 'ledger_entries',
    columns: `wallet_id int NOT NULL, token_id int NOT NULL, block_number int NOT NULL, log_index int NOT NULL,
      known_quantity numeric(78,0) NOT NULL, unknown_quantity numeric(78,0) NOT NULL, cost numeric NOT NULL, realized numeric NOT NULL`,
    key: 'wallet_id, token_id, block_number, log_index',
    index: '(wallet_id, block_number, log_index)',
    select: (first, last) => `
      SELECT ${SKEWED('n + 7', WALLETS)}, ${SKEWED('n', APPS)}, n / 4, (n % 4) * 2 + 1, ${WEI('n * 977')}, 0, ${WEI('n * 31')}, ${WEI('n')}
      FROM generate_series(${first}, ${last}) n`,
    page: (name) => `SELECT * FROM ${name} WHERE wallet_id = $1 AND (block_number, log_index) < ($2, 0)
      ORDER BY block_number DESC, log_index DESC LIMIT 21`,
    id: (i) => ((i * 3_701) % WALLETS) + 1,
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
    create: ({ name, columns, key }) => [`CREATE TABLE ${name}_plain (${columns}, PRIMARY KEY (${key}))`],
  },
  {
    name: ({ name }) => `${name}_by_block`,
    create: ({ name, columns, key }, rows) => {
      const step = Math.ceil((rows / 4 + 100_000) / RANGE_PARTS);
      return [
        `CREATE TABLE ${name}_by_block (${columns}, PRIMARY KEY (${key})) PARTITION BY RANGE (block_number)`,
        ...Array.from(
          { length: RANGE_PARTS },
          (_, i) => `CREATE TABLE ${name}_by_block_${i} PARTITION OF ${name}_by_block
            FOR VALUES FROM (${i * step}) TO (${(i + 1) * step})`,
        ),
      ];
    },
  },
];

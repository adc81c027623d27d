import { addressOfId, isHidden, lastBlockUpTo, type Statement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { OutboxRow } from './types/stream.types.js';

/** Entries that are read at once, give or take those of one row. */
const MOST_READ = 2_000;

type TailRow = {
  readonly epoch: string | null;
  readonly lastSeq: number;
  readonly revision: number;
  /** When the index was last level with its chain; null before the first block. */
  readonly levelAt: Date | null;
  /** The head's time, and that of the feed's last answer. */
  readonly headAt: Date | null;
  readonly oraclePriceAt: Date | null;
} & (OutboxRow | { readonly seq: null });

/**
 * The outbox's epoch, its rows after entry $1, in order, and the state of the index that has them all. An epoch is named by the timeline
 * that the indexer found too: a standby that took over may lack what the old primary told. Beside them is what prices are stale by.
 */
export const TAIL: Statement<[after: number], TailRow> = {
  name: 'outbox-tail',
  text: `
    SELECT s.epoch || '-' || s.timeline AS epoch, s.last_seq::float8 AS "lastSeq",
      coalesce(h.revision, 0)::float8 AS revision, h.level_at AS "levelAt", h.block_time AS "headAt",
      (SELECT updated_at FROM latest_oracle_price) AS "oraclePriceAt", o.*
    FROM outbox_state s LEFT JOIN head h ON true LEFT JOIN LATERAL (
      SELECT seq::float8 AS seq, entries, block_number AS block, kind, body, (
        SELECT coalesce(json_object_agg(${addressOfId('a.token_id')},
          json_build_object('symbol', a.symbol, 'isHidden', ${isHidden('a.token_id')})), '{}')
        FROM apps a WHERE a.token_id = ANY (outbox.token_ids)
      ) AS apps
      FROM outbox
      WHERE outbox.seq > $1::bigint AND s.epoch IS NOT NULL
        AND outbox.seq < (SELECT min(seq) FROM outbox WHERE outbox.seq > $1::bigint) + ${MOST_READ}
      ORDER BY outbox.seq
    ) o ON true`,
};

/** Those of some tokens that are apps which operators do not hide, and the state of the index then. */
export const LISTED: Statement<
  [tokens: readonly Address[]],
  { readonly token: Address | null; readonly revision: number }
> = {
  name: 'stream-listed',
  text: `
    SELECT listed.token, coalesce((SELECT revision FROM head), 0)::float8 AS revision FROM (VALUES (true)) one (row) LEFT JOIN (
      SELECT token FROM unnest($1::text[]) AS asked (token)
        JOIN addresses ON bytes = decode(substr(token, 3), 'hex') JOIN apps a ON a.token_id = addresses.id
      WHERE NOT ${isHidden('a.token_id')}
    ) listed ON true`,
};

/** What 24 hours ago meant to apps, and no longer does. */
export interface AgedPrices {
  readonly tokens: readonly Address[];
  /** Whether that is so of the feed, and so of every app. */
  readonly isFeed: boolean;
  readonly revision: number;
}

const DAY_BEFORE = (time: 'least' | 'greatest'): string =>
  `${time}($1::timestamptz, $2::timestamptz) - interval '24 hours'`;

/** What the head's way between two times changed of prices 24 hours before it. */
export const AGED: Statement<[from: Date, to: Date], AgedPrices> = {
  name: 'stream-aged',
  text: `
    SELECT coalesce((SELECT revision FROM head), 0)::float8 AS revision,
      (SELECT coalesce(json_agg(${addressOfId('aged.token_id')}), '[]') FROM (
        SELECT DISTINCT token_id FROM reserves
        WHERE block_number > ${lastBlockUpTo(DAY_BEFORE('least'))} AND block_number <= ${lastBlockUpTo(DAY_BEFORE('greatest'))}
      ) aged) AS tokens,
      EXISTS (SELECT FROM oracle_prices WHERE time > ${DAY_BEFORE('least')} AND time <= ${DAY_BEFORE('greatest')}) AS "isFeed"`,
};

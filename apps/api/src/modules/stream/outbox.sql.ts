import { isHidden, type Statement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { OutboxRow } from './stream.types.js';

/** Entries that are read at once. */
export const MOST_READ = 2_000;

type TailRow = { readonly epoch: string | null; readonly lastSeq: number } & (
  OutboxRow | { readonly seq: null }
);

/**
 * The outbox's epoch, and its entries after $1, in order. An epoch is named by the server's timeline too: a standby that took over
 * may lack what the old primary told.
 */
export const TAIL: Statement<[after: number], TailRow> = {
  name: 'outbox-tail',
  text: `
    SELECT s.epoch || '-' || (pg_control_checkpoint()).timeline_id AS epoch, s.last_seq::float8 AS "lastSeq", o.*
    FROM outbox_state s LEFT JOIN LATERAL (
      SELECT seq::float8 AS seq, block_number AS block, kind, body,
        coalesce(${isHidden('outbox.token_id')}, false) AS "isHidden"
      FROM outbox WHERE outbox.seq > $1::bigint AND s.epoch IS NOT NULL ORDER BY outbox.seq LIMIT ${MOST_READ}
    ) o ON true`,
};

/** Those of some tokens that are apps which operators do not hide. */
export const LISTED: Statement<[tokens: readonly Address[]], { readonly token: Address }> = {
  name: 'stream-listed',
  text: `
    SELECT token FROM unnest($1::text[]) AS asked (token)
      JOIN addresses ON bytes = decode(substr(token, 3), 'hex') JOIN apps a ON a.token_id = addresses.id
    WHERE NOT ${isHidden('a.token_id')}`,
};

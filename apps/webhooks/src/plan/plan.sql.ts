import { firstUnfinal, type Statement } from '@slipway/database';

/** Planning is done by one worker at a time. */
const PLANNING_LOCK = 5_319_742_001;

/** Deliveries that wait for a subscription at most: more are planned when they are sent. */
const MOST_WAITING = 1_000;

/**
 * All of a round sees one state of the index: a reorganisation comes before it or after it. What it plans is on disk before it is sent.
 */
export const BEGIN_ROUND: readonly Statement<[], never>[] = [
  { text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ' },
  { text: 'SET LOCAL synchronous_commit = on' },
];

export const TAKE_PLANNING: Statement<[], { readonly isTaken: boolean }> = {
  text: `SELECT pg_try_advisory_xact_lock(${PLANNING_LOCK}) AS "isTaken"`,
};

/** The channel by which workers hear of deliveries. */
export const DELIVERIES_CHANNEL = 'slipway_webhooks';

export const ANNOUNCE: Statement<[], unknown> = { text: `SELECT pg_notify('${DELIVERIES_CHANNEL}', '')` };

export interface IndexState {
  readonly head: number;
  readonly final: number;
  /** When it was. */
  readonly time: Date;
  /** The last block that deliveries were made of and that is not above the head; null before the first. */
  readonly planned: number | null;
  /** Whether the chain still has it. */
  readonly stands: boolean;
}

/** Where the index stands. $1 how far a reorganisation may reach. */
export const STATE: Statement<[finalityBlocks: number], IndexState> = {
  name: 'webhook-state',
  text: `
    SELECT h.block_number::int AS head, (${firstUnfinal('$1')} - 1)::int AS final, h.block_time AS time, w.number AS planned,
      coalesce((SELECT hash = w.hash FROM blocks WHERE number = w.number), w.number IS NULL) AS stands
    FROM head h LEFT JOIN LATERAL (
      SELECT number, hash FROM webhook_blocks WHERE number <= h.block_number ORDER BY number DESC LIMIT 1
    ) w ON true`,
};

/** The first block that is another one now, or that cannot be told any more, above block $1. */
export const FORK: Statement<[above: number], { readonly fork: number | null }> = {
  text: `
    SELECT min(w.number) AS fork FROM webhook_blocks w CROSS JOIN head h LEFT JOIN blocks b ON b.number = w.number
    WHERE w.number > $1::int AND w.number <= h.block_number AND b.hash IS DISTINCT FROM w.hash`,
};

/** What was said of blocks from $1 on and is not true any more, and who was told. */
export const TAKE_BACK: Statement<
  [fork: number],
  { readonly id: string; readonly sequence: number; readonly messages: readonly string[] }
> = {
  text: `
    WITH taken AS (
      UPDATE webhook_deliveries SET is_retracted = true
      WHERE block_number >= $1::int AND type = 'block' AND NOT is_retracted RETURNING subscription_id, message_id, sequence
    )
    SELECT s.id, s.sequence::float8 AS sequence, told.messages
    FROM (
      SELECT subscription_id, array_agg(message_id ORDER BY first) AS messages
      FROM (SELECT subscription_id, message_id, min(sequence) AS first FROM taken GROUP BY 1, 2) each GROUP BY 1
    ) told JOIN webhook_subscriptions s ON s.id = told.subscription_id`,
};

/** Has blocks from $1 on planned again. */
export const GO_BACK: readonly Statement<[fork: number], unknown>[] = [
  // Nobody is told of blocks before the subscription. Replays of what was undone end: it is told anew in any case.
  {
    text: `UPDATE webhook_subscriptions SET planned_block = greatest($1::int, created_at_block) - 1
      WHERE planned_block >= greatest($1::int, created_at_block)`,
  },
  { text: 'DELETE FROM webhook_blocks WHERE number >= $1::int' },
];

/** Keeps the hashes of blocks after $1 up to the head: the index forgets them. */
export const KEEP_HASHES: Statement<[after: number], unknown> = {
  name: 'webhook-keep-hashes',
  text: `
    INSERT INTO webhook_blocks (number, hash)
    SELECT b.number, b.hash FROM blocks b CROSS JOIN head h WHERE b.number > $1::bigint AND b.number <= h.block_number`,
};

export interface Due {
  readonly id: string;
  readonly finality: 'pending' | 'final';
  readonly sequence: number;
  /** Blocks after it are due. */
  readonly after: number;
  readonly upTo: number;
  /** Of a replay; null otherwise. */
  readonly replay: number | null;
}

const HAS_ROOM = `s.paused_reason IS NULL AND s.sequence - coalesce(w.first, s.sequence) < ${MOST_WAITING}`;

/** SQL: the last block that a subscription may be told of. One that was told of pending ones before waits with its replays too. */
const BOUND = `CROSS JOIN LATERAL (SELECT CASE s.finality WHEN 'final' THEN $2::int ELSE $1::int END AS block) bound`;

/** Subscriptions with blocks up to the head $1, or up to the last final block $2, that they were not told of; and replays. */
export const DUE: Statement<[head: number, final: number], Due> = {
  name: 'webhook-due',
  text: `
    WITH waiting AS MATERIALIZED (
      SELECT subscription_id AS id, min(sequence) AS first FROM webhook_deliveries WHERE delivered_at IS NULL GROUP BY 1
    )
    SELECT s.id, s.finality, s.sequence::float8 AS sequence, s.planned_block AS after, bound.block AS "upTo", NULL::int AS replay
    FROM webhook_subscriptions s LEFT JOIN waiting w ON w.id = s.id ${BOUND}
    WHERE s.planned_block < bound.block AND ${HAS_ROOM}
    UNION ALL
    (SELECT DISTINCT ON (s.id) s.id, s.finality, s.sequence::float8, r.next_block - 1, least(last.block, bound.block), r.id
    FROM webhook_replays r JOIN webhook_subscriptions s ON s.id = r.subscription_id LEFT JOIN waiting w ON w.id = s.id ${BOUND}
      CROSS JOIN LATERAL (SELECT least(r.to_block, s.planned_block) AS block) last
    WHERE ${HAS_ROOM} AND (r.next_block <= bound.block OR r.next_block > last.block)
    ORDER BY s.id, r.id)`,
};

export const HASHES: Statement<
  [after: number, upTo: number],
  { readonly number: number; readonly hash: string }
> = {
  name: 'webhook-hashes',
  text: `SELECT number, '0x' || encode(hash, 'hex') AS hash FROM webhook_blocks WHERE number > $1::int AND number <= $2::int`,
};

/** Messages of blocks after $1 up to $2 that were taken back, by who was told of them. */
export const RETRACTED: Statement<
  [after: number, upTo: number],
  { readonly id: string; readonly messages: readonly string[] }
> = {
  name: 'webhook-retracted',
  text: `
    SELECT subscription_id AS id, array_agg(message_id) AS messages FROM webhook_deliveries
    WHERE block_number > $1::int AND block_number <= $2::int AND is_retracted GROUP BY 1`,
};

/** Texts $3 that deliveries tell: of block time $2, under id $1. */
export const ADD_CONTENT: Statement<[id: string, time: Date, texts: readonly string[]], unknown> = {
  name: 'webhook-add-content',
  text: 'INSERT INTO webhook_contents (id, time, texts) VALUES ($1::uuid, $2::timestamptz, $3::text[])',
};

interface Match {
  readonly id: string;
  readonly block: number;
  /** Places of its items among those that were asked about. */
  readonly items: readonly number[];
}

/** SQL: whether there is a filter. A scalar subquery is looked up in the index; `EXISTS` may be hashed, which reads all filters. */
const isThere = (condition: string): string =>
  `((SELECT true FROM webhook_filters w WHERE ${condition} LIMIT 1) IS NOT NULL)`;

/**
 * Who may be told of which items: of item i block $1, type $2, token $3, wallet $4 and USD $5 (26 decimals). By the index of filters: what an item
 * costs does not grow with those whom it does not concern.
 */
export const MATCH: Statement<
  [
    blocks: readonly number[],
    types: readonly string[],
    tokens: readonly string[],
    wallets: readonly (string | null)[],
    usd: readonly (string | null)[],
  ],
  Match
> = {
  name: 'webhook-match',
  text: `
    WITH item AS MATERIALIZED (
      SELECT (n - 1)::int AS n, block, type, token, wallet, coalesce(usd, 0) AS usd
      FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::numeric[]) WITH ORDINALITY i (block, type, token, wallet, usd, n)
    ), told AS MATERIALIZED (
      SELECT s.id, s.types, coalesce(s.min_usd, 0) * 1e26 AS least,
        ${isThere("w.subscription_id = s.id AND w.kind = 'token'")} AS by_token,
        ${isThere("w.subscription_id = s.id AND w.kind = 'wallet'")} AS by_wallet
      FROM webhook_subscriptions s WHERE s.paused_reason IS NULL
    ), matched AS (
      SELECT told.*, item.* FROM item
        JOIN webhook_filters f ON f.kind = 'token' AND f.address = item.token JOIN told ON told.id = f.subscription_id
      WHERE NOT told.by_wallet OR ${isThere("w.subscription_id = told.id AND w.kind = 'wallet' AND w.address = item.wallet")}
      UNION ALL
      SELECT told.*, item.* FROM item
        JOIN webhook_filters f ON f.kind = 'wallet' AND f.address = item.wallet JOIN told ON told.id = f.subscription_id
      WHERE NOT told.by_token
      UNION ALL
      SELECT told.*, item.* FROM told CROSS JOIN item WHERE NOT (told.by_token OR told.by_wallet)
    )
    SELECT m.id, m.block, array_agg(m.n ORDER BY m.n) AS items FROM matched m
    WHERE m.type = ANY (m.types) AND (m.type <> 'trade' OR m.usd >= m.least)
    GROUP BY m.id, m.block ORDER BY m.id, m.block`,
};

export interface NewDelivery {
  readonly subscription: string;
  readonly sequence: number;
  readonly message: string;
  readonly type: 'block' | 'retraction';
  readonly isReplay: boolean;
  readonly block: number;
  readonly hash: string | null;
  readonly content: string;
  readonly beginning: string;
  /** Of its texts in the content, from 1. */
  readonly places: readonly number[];
}

const ADD: Statement<
  [
    subscriptions: readonly string[],
    sequences: readonly number[],
    messages: readonly string[],
    types: readonly string[],
    replays: readonly boolean[],
    blocks: readonly number[],
    hashes: readonly (string | null)[],
    contents: readonly string[],
    beginnings: readonly string[],
    places: readonly string[],
  ],
  unknown
> = {
  name: 'webhook-add',
  text: `
    INSERT INTO webhook_deliveries (subscription_id, sequence, message_id, type, is_replay, block_number, block_hash, content_id, beginning, places)
    SELECT id, sequence, message, type, replay, block, decode(substr(hash, 3), 'hex'), content, beginning, places::int[]
    FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::bool[], $6::int[], $7::text[], $8::uuid[], $9::text[], $10::text[])
      d (id, sequence, message, type, replay, block, hash, content, beginning, places)`,
};

type Values<S> = S extends Statement<infer V, unknown> ? V : never;

export const addDeliveries = (all: readonly NewDelivery[]): [typeof ADD, ...Values<typeof ADD>] => [
  ADD,
  all.map(({ subscription }) => subscription),
  all.map(({ sequence }) => sequence),
  all.map(({ message }) => message),
  all.map(({ type }) => type),
  all.map(({ isReplay }) => isReplay),
  all.map(({ block }) => block),
  all.map(({ hash }) => hash),
  all.map(({ content }) => content),
  all.map(({ beginning }) => beginning),
  // An array of arrays has to have one length.
  all.map(({ places }) => `{${places.join()}}`),
];

/** The last sequences $2 of subscriptions $1. */
export const SET_SEQUENCES: Statement<[ids: readonly string[], sequences: readonly number[]], unknown> = {
  name: 'webhook-sequences',
  text: `
    UPDATE webhook_subscriptions s SET sequence = last.sequence
    FROM unnest($1::uuid[], $2::bigint[]) last (id, sequence) WHERE s.id = last.id`,
};

/** Subscriptions $1 were told of all up to block $2. */
export const SET_PLANNED: Statement<[ids: readonly string[], block: number], unknown> = {
  name: 'webhook-planned',
  text: 'UPDATE webhook_subscriptions SET planned_block = $2::int WHERE id = ANY ($1::uuid[])',
};

/** A replay has come to block $2. */
export const SET_REPLAYED: Statement<[id: number, block: number], unknown> = {
  text: 'UPDATE webhook_replays SET next_block = $2::int + 1 WHERE id = $1::int',
};

export const END_REPLAY: Statement<[id: number], unknown> = {
  text: 'DELETE FROM webhook_replays WHERE id = $1::int',
};

/** What is kept no longer. $1 the last final block. */
export const TRIM: readonly Statement<[final: number], unknown>[] = [
  {
    text: `
      DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM webhook_deliveries
        WHERE delivered_at < now() - interval '7 days' AND block_number <= $1::int LIMIT 10000))`,
  },
  {
    text: `
      DELETE FROM webhook_contents c WHERE $1::int IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.content_id = c.id)`,
  },
  // Only blocks with items have deliveries.
  {
    text: `
      DELETE FROM webhook_blocks w WHERE number <= $1::int AND number > $1::int - 10000
        AND number < (SELECT max(number) FROM webhook_blocks)
        AND NOT EXISTS (SELECT FROM block_times WHERE number = w.number)
        AND NOT EXISTS (SELECT FROM apps WHERE block_number = w.number)
        AND NOT EXISTS (SELECT FROM reward_claims WHERE block_number = w.number)`,
  },
];

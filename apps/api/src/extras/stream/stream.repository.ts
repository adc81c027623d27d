import { Injectable } from '@nestjs/common';
import {
  type AnsweredAt,
  isLagging,
  PrismaService,
  readAtPrimary,
  addressOfId,
  isHidden,
  lastBlockUpTo,
  type OutboxBlocks,
  type OutboxHead,
  type OutboxRetraction,
  type Statement,
} from '@slipway/database';
import type { Address } from '@slipway/domain';
import { Settings } from '@slipway/settings';
import { isStale } from '../../modules/market/prices/prices.service.js';

export type { OutboxBlock, OutboxEvent, OutboxHead, OutboxRetraction, UndoneEvent } from '@slipway/database';

/** What the tables say now of an app that an entry is of. */
interface OutboxApp {
  readonly symbol: string;
  readonly isHidden: boolean;
}

/** A row of the outbox, which has several entries. */
export type OutboxRow = {
  /** The number of its last entry. */
  readonly seq: number;
  readonly entries: number;
  /** The block of its last entry. */
  readonly block: number;
  /** By token; an app whose launch was undone since is not there. */
  readonly apps: Readonly<Record<Address, OutboxApp>>;
} & (
  | { readonly kind: 'events'; readonly body: OutboxBlocks }
  | { readonly kind: 'head'; readonly body: OutboxHead }
  | { readonly kind: 'retract'; readonly body: OutboxRetraction }
);

/** The outbox after a position. */
export interface OutboxTail {
  /** Null while nothing is written to it. */
  readonly epoch: string | null;
  /** The last entry that was ever written; null before the first. */
  readonly lastSeq: number | null;
  /** The state of the index that it belongs to; 0 before the first. */
  readonly revision: number;
  /** Whether prices are stale now. */
  readonly isStale: boolean;
  /** Blocks before it are final, whatever comes. */
  readonly finalBefore: number;
  readonly rows: readonly OutboxRow[];
}

/** Entries that are read at once, give or take those of one row. */
const MOST_READ = 2_000;

type TailRow = {
  readonly epoch: string | null;
  readonly lastSeq: number;
  readonly revision: number;
  readonly finalBefore: number;
  /** When the index was last level with its chain; null before the first block. */
  readonly levelAt: Date | null;
  /** The head's time, and that of the feed's last answer. */
  readonly headAt: Date | null;
  readonly answeredAt: AnsweredAt;
} & (OutboxRow | { readonly seq: null });

/**
 * The outbox's epoch, its rows after entry $1, in order, and the state of the index that has them all. An epoch is named by the timeline
 * that the indexer found too: a standby that took over may lack what the old primary told. Beside them is what prices are stale by.
 */
const TAIL: Statement<[after: number], TailRow> = {
  name: 'outbox-tail',
  text: `
    SELECT s.epoch || '-' || s.timeline AS epoch, s.last_seq::float8 AS "lastSeq",
      coalesce(h.revision, 0)::float8 AS revision, h.level_at AS "levelAt", h.block_time AS "headAt",
      coalesce(h.final_before, 0)::float8 AS "finalBefore",
      (SELECT answered_at FROM latest_oracle_price) AS "answeredAt", o.*
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
const LISTED: Statement<
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
interface AgedPrices {
  readonly tokens: readonly Address[];
  /** Whether that is so of the feed, and so of every app. */
  readonly isFeed: boolean;
  readonly revision: number;
}

const DAY_BEFORE = (time: 'least' | 'greatest'): string =>
  `${time}($1::timestamptz, $2::timestamptz) - interval '24 hours'`;

/** What the head's way between two times changed of prices 24 hours before it. */
const AGED: Statement<[from: Date, to: Date], AgedPrices> = {
  name: 'stream-aged',
  text: `
    SELECT coalesce((SELECT revision FROM head), 0)::float8 AS revision,
      (SELECT coalesce(json_agg(${addressOfId('aged.token_id')}), '[]') FROM (
        SELECT DISTINCT token_id FROM reserves
        WHERE block_number > ${lastBlockUpTo(DAY_BEFORE('least'))} AND block_number <= ${lastBlockUpTo(DAY_BEFORE('greatest'))}
      ) aged) AS tokens,
      EXISTS (SELECT FROM oracle_prices WHERE time > ${DAY_BEFORE('least')} AND time <= ${DAY_BEFORE('greatest')}) AS "isFeed"`,
};

/** What is known before anything is written. */
const NO_OUTBOX = {
  epoch: null,
  lastSeq: null,
  revision: 0,
  finalBefore: 0,
  levelAt: null,
  headAt: null,
  answeredAt: null,
};

@Injectable()
export class StreamRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly settings: Settings,
  ) {}

  /** Has all that is read in here be read at the primary. */
  atPrimary<T>(work: () => Promise<T>): Promise<T> {
    return readAtPrimary(work);
  }

  /** Rows of the outbox after an entry: some of them, where there are many. */
  async readTail(after: number): Promise<OutboxTail> {
    const rows = await this.prisma.$run(TAIL, after);
    const { epoch, lastSeq, revision, finalBefore, levelAt, headAt, answeredAt } = rows[0] ?? NO_OUTBOX;
    return {
      ...{ epoch, lastSeq, revision, finalBefore },
      isStale: isStale({ answeredAt }, headAt ?? new Date(0), this.settings, isLagging(levelAt)),
      rows: rows.flatMap((row) => (row.seq === null ? [] : [row])),
    };
  }

  /**
   * Those of some tokens that are apps which operators do not hide.
   *
   * @param state the index revision in which they are, at least
   */
  async findListed(tokens: readonly Address[], state: number): Promise<ReadonlySet<Address>> {
    if (tokens.length === 0) return new Set();
    const read = (): Promise<{ token: Address | null; revision: number }[]> =>
      this.prisma.$run(LISTED, tokens);
    const found = await read();
    // A standby that is behind may not know of an app yet.
    const rows = (found[0]?.revision ?? 0) < state ? await readAtPrimary(read) : found;
    return new Set(rows.flatMap(({ token }) => (token === null ? [] : [token])));
  }

  /**
   * Prices of 24 hours ago that are others when the head goes from one time to another.
   *
   * @param state the index revision in which it does, at least
   */
  async findAged(from: number, to: number, state: number): Promise<AgedPrices> {
    const read = async (): Promise<AgedPrices> => {
      const [found] = await this.prisma.$run(AGED, new Date(from), new Date(to));
      if (found === undefined) throw new Error('a statement without a row');
      return found;
    };
    const found = await read();
    return found.revision < state ? readAtPrimary(read) : found;
  }
}

import { balancesAt, firstUnfinal } from '@slipway/database';
import { inTransaction, type Writer } from '../postgres/transaction.js';

/** Transfers that one pass looks through at most, but for those of one block. */
const PASS_TRANSFERS = 10_000;

/** One transfer of so many, by a hash of its place, has its app looked at. */
const LOOKED_AT_ONE_OF = 256;

/** So long a level index makes checkpoints before it looks for the next block. */
const TURN_MS = 100;

/** Transfers of an app between two checkpoints, where it has few holders. */
const LEAST_TRANSFERS = 5_000;

/** Which table it is: a rebuilt index has its own. */
const TABLE = `'holder_checkpoints'::regclass::oid::bigint::float8 AS table`;

interface Place {
  readonly table: number;
  /** Transfers up to this block were looked through. */
  readonly block: number;
}

/**
 * Makes checkpoints of apps' holders, at which reads of the past begin (docs/design/reads.md). A checkpoint is at the block in which
 * an app had half as many transfers since the one before as that one has holders, 5,000 at least: it is the same whenever it is made.
 * Only final blocks have one. Which apps are looked at, is drawn by lot from the transfers, so that none are counted: each look
 * goes on from the app's last checkpoint.
 */
export class HolderCheckpoints {
  private place: Place | null = null;

  constructor(
    private readonly writer: Writer,
    private readonly finalityBlocks: number,
    private readonly leastTransfers = LEAST_TRANSFERS,
    private readonly lookedAtOneOf = LOOKED_AT_ONE_OF,
  ) {}

  /** Goes on for a tenth of a second, between two blocks, and ends the checkpoint that it is at. */
  async makeSome(): Promise<void> {
    const endsAt = performance.now() + TURN_MS;
    while ((await this.pass()) && performance.now() < endsAt);
  }

  /** @returns whether there is more to look through */
  private async pass(): Promise<boolean> {
    const { session } = this.writer;
    this.place ??= await this.begin();
    const { table, block } = this.place;
    const { rows } = await session.prepared<{ table: number; upTo: number | null }>(
      `SELECT ${TABLE}, (
        SELECT max(block_number) FROM (
          SELECT block_number FROM transfers
          WHERE block_number > $1 AND block_number < (SELECT ${firstUnfinal('$2')} FROM head h)
          ORDER BY block_number, log_index LIMIT ${PASS_TRANSFERS}
        ) looked
      ) AS "upTo"`,
      [block, this.finalityBlocks],
    );
    const [found] = rows;
    if (found?.table !== table) {
      this.place = null;
      return true;
    }
    const { upTo } = found;
    if (upTo === null) return false;
    const tokens = await session.prepared<{ id: number }>(
      `SELECT DISTINCT token_id AS id FROM transfers WHERE block_number > $1 AND block_number <= $2
        AND hashint8extended(block_number::bigint << 32 | log_index, 0) % $3 = 0`,
      [block, upTo, this.lookedAtOneOf],
    );
    for (const { id } of tokens.rows) while (await this.makeNext(id, upTo));
    this.place = { table, block: upTo };
    return true;
  }

  /** A process goes on at the last checkpoint; where it looks again, it finds what is there. */
  private async begin(): Promise<Place> {
    const { rows } = await this.writer.session.query<Place>(
      `SELECT ${TABLE}, coalesce((SELECT max(block_number) FROM holder_checkpoints), -1) AS block`,
    );
    const [place] = rows;
    if (place === undefined) throw new Error('a statement without a row');
    return place;
  }

  /** @returns whether the app had one due up to the block */
  private async makeNext(token: number, upTo: number): Promise<boolean> {
    const { writer, leastTransfers } = this;
    const { rows } = await writer.session.prepared<{ block: number }>(
      `WITH last AS MATERIALIZED (
        SELECT block_number, cardinality(holder_ids) / 2 AS least FROM holder_checkpoints WHERE token_id = $1
        ORDER BY block_number DESC LIMIT 1
      )
      SELECT block_number AS block FROM transfers
      WHERE amount > 0 AND token_id = $1 AND block_number > coalesce((SELECT block_number FROM last), -1) AND block_number <= $2
      ORDER BY block_number OFFSET greatest($3::int, (SELECT least FROM last)) - 1 LIMIT 1`,
      [token, upTo, leastTransfers],
    );
    const [due] = rows;
    if (due === undefined) return false;
    await inTransaction(writer, () =>
      writer.session.prepared(
        `INSERT INTO holder_checkpoints (token_id, block_number, holder_ids, balances)
        SELECT $1, $2, coalesce(array_agg(holder_id), '{}'), coalesce(array_agg(balance), '{}') FROM ${balancesAt('$1::int', '$2::int')} held`,
        [token, due.block],
      ),
    );
    return true;
  }
}

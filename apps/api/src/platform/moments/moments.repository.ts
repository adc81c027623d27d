import { Injectable } from '@nestjs/common';
import {
  type AtHead,
  finalTime,
  firstUnfinal,
  type HeadStatement,
  keptHashOf,
  lastBlockUpTo,
  PrismaService,
} from '@slipway/database';

/** What the index knows of a moment. */
export interface MomentRow {
  /** Of a time, the last block up to it with an event; 0 before the first. */
  readonly block: number;
  /** The moment itself, in milliseconds; null for a block without events that was not the head of late. */
  readonly time: number | null;
  /** Its time lies between these, in milliseconds: of events before and after it. */
  readonly notBefore: number | null;
  readonly notAfter: number;
  /** 64 hexadecimal digits; null when it is not kept: no reorganisation reaches the block any more. */
  readonly hash: string | null;
  readonly isFinal: boolean;
}

const milliseconds = (time: string): string => `floor(extract(epoch FROM ${time}) * 1000)::bigint`;

/** The end of block $1, or time $2. $3 how far a reorganisation may reach. */
const MOMENT: HeadStatement<
  [block: number | null, time: Date | null, finalityBlocks: number],
  { readonly moment: MomentRow }
> = {
  name: 'moment',
  text: `
    SELECT i.*, json_build_object('block', asked.block, 'time', ${milliseconds('known.time')}, 'hash', ${keptHashOf('asked.block')},
      'notBefore', ${milliseconds('(SELECT time FROM block_times WHERE number <= asked.block ORDER BY number DESC LIMIT 1)')},
      'notAfter', ${milliseconds('coalesce((SELECT time FROM block_times WHERE number >= asked.block ORDER BY number LIMIT 1), h.block_time)')},
      'isFinal', coalesce(CASE WHEN $1::int IS NULL THEN $2::timestamptz < ${finalTime('$3')} ELSE $1 < ${firstUnfinal('$3')} END, false)
    ) AS moment
    FROM indexed_head i CROSS JOIN head h
      CROSS JOIN LATERAL (SELECT coalesce($1::int, greatest(0, ${lastBlockUpTo('$2::timestamptz')}, (
        SELECT block_number::int FROM oracle_prices WHERE time <= $2 ORDER BY time DESC, block_number DESC LIMIT 1
      ))) AS block) asked
      CROSS JOIN LATERAL (SELECT coalesce($2::timestamptz, CASE WHEN asked.block = h.block_number THEN h.block_time ELSE coalesce(
        (SELECT time FROM block_times WHERE number = asked.block),
        (SELECT block_time FROM head_history_rows WHERE block_number = asked.block LIMIT 1)
      ) END) AS time) known`,
};

/** Looks moments up. Null means that nothing is indexed yet. */
@Injectable()
export class MomentsRepository {
  constructor(private readonly prisma: PrismaService) {}

  readMoment(
    block: number | null,
    time: Date | null,
    finalityBlocks: number,
  ): Promise<AtHead<{ readonly moment: MomentRow }> | null> {
    return this.prisma.$runAsOf(MOMENT, block, time, finalityBlocks);
  }
}

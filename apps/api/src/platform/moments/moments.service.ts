import { Injectable } from '@nestjs/common';
import { BlockTimes } from '@slipway/chain';
import type { AsOfBlock } from '@slipway/domain';
import { ApiError, expectIndexed, InvalidRequestError, type Moment } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { type MomentRow, MomentsRepository } from './moments.repository.js';

/** A moment of the past: what is true at it is so after all events of its block and before any later one. */
export interface PastMoment {
  readonly block: number;
  readonly time: Date;
  /** 64 hexadecimal digits; all 0 where the index keeps none: no reorganisation reaches the block any more. */
  readonly hash: string;
  /** Whether no later block can change it. */
  readonly isFinal: boolean;
  /** Names its block and its time, and is as current as the head. */
  readonly asOf: AsOfBlock;
}

/** Reorganisations in a row. */
const MOST_TRIES = 3;

const NO_HASH = '0'.repeat(64);

/** Times that are named have a block; blocks that are named have a time, which a node says where the index does not. */
@Injectable()
export class MomentsService {
  constructor(
    private readonly repository: MomentsRepository,
    private readonly blockTimes: BlockTimes,
    private readonly settings: Settings,
  ) {}

  /** @throws ApiError `invalid_request` for what is to come, `upstream_unavailable` when nobody knows the time of a block */
  private async find(asked: Moment, path: string): Promise<PastMoment> {
    const [block, time] = typeof asked === 'number' ? [asked, null] : [null, asked];
    const { asOf: head, moment } = expectIndexed(
      await this.repository.readMoment(block, time, this.settings.finality.blocks),
    );
    if (time === null ? block > head.block : time > head.time) {
      const newest = time === null ? `block ${head.block}` : head.time.toISOString();
      throw new InvalidRequestError([{ path, message: `must not be after ${newest}, the newest block` }]);
    }
    const at = moment.time === null ? await this.askTime(moment) : new Date(moment.time);
    const { hash, isFinal } = moment;
    return {
      ...{ block: moment.block, time: at, hash: hash ?? NO_HASH, isFinal },
      asOf: { ...head, block: BigInt(moment.block), time: at },
    };
  }

  /**
   * Reads what was true at a moment.
   *
   * @param read null when the moment's block is not in the index any more: a reorganisation has come in between, and it is looked up again
   * @param path the parameter that named the moment
   */
  async read<Found>(
    asked: Moment,
    read: (moment: PastMoment) => Promise<Found | null>,
    path = 'at',
  ): Promise<{ readonly moment: PastMoment; readonly found: Found }> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const moment = await this.find(asked, path);
      const found = await read(moment);
      if (found !== null) return { moment, found };
    }
    throw new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } });
  }

  /** Reads what was true at the end of a block that is final. @throws ApiError `invalid_request` for one that is not */
  async readFinal<Found>(
    block: number,
    read: (moment: PastMoment) => Promise<Found | null>,
  ): Promise<{ readonly moment: PastMoment; readonly found: Found }> {
    const path = 'block';
    const message = 'must be of a block that is final, which no reorganisation reaches any more';
    return this.read(
      block,
      (moment) => {
        if (!moment.isFinal) throw new InvalidRequestError([{ path, message }]);
        return read(moment);
      },
      path,
    );
  }

  private async askTime({ block, notBefore, notAfter }: MomentRow): Promise<Date> {
    const time = await this.blockTimes.read(block).catch((error: unknown) => {
      throw new ApiError('upstream_unavailable', { cause: error });
    });
    // Times do not fall from block to block.
    if (time.getTime() >= (notBefore ?? 0) && time.getTime() <= notAfter) return time;
    throw new ApiError('upstream_unavailable', {
      cause: new Error('a node said a time that lies outside of those of events'),
    });
  }
}

import { Injectable } from '@nestjs/common';
import {
  ApiError,
  CursorError,
  CursorFormat,
  Cursors,
  expectIndexed,
  isCount,
  isTextOf,
} from '@slipway/http';
import { type Address, type AsOf, type AsOfBlock, parseAddress, toJsonNumber } from '@slipway/domain';
import { MomentsService } from '../../../platform/moments/moments.service.js';
import {
  type HolderPage,
  type HolderPlace,
  type HolderPosition,
  HoldersRepository,
} from './holders.repository.js';
import { PastHoldersRepository } from './past-holders.repository.js';
import type { HolderDto, HolderListDto } from './holders.dto.js';

/** The last holder that a page showed. */
const ofPlace = {
  block: isCount,
  rank: isCount,
  balance: isTextOf(/^\d{1,78}$/),
  holder: (value: unknown): value is string => typeof value === 'string' && parseAddress(value) === value,
};

const cursorFormat = new CursorFormat<HolderPosition & { block: number; rank: number }>('app.holders.2', {
  ...ofPlace,
  indexRevision: isTextOf(/^\d{1,18}$/),
});

const pastFormat = new CursorFormat<HolderPlace & { block: number; rank: number }>(
  'app.holders-at.1',
  ofPlace,
);

@Injectable()
export class HoldersService {
  constructor(
    private readonly repository: HoldersRepository,
    private readonly past: PastHoldersRepository,
    private readonly cursors: Cursors,
    private readonly moments: MomentsService,
  ) {}

  /**
   * A page of an app's holders, richest first; later pages are of the first page's block.
   *
   * @throws ApiError `not_found` when no app has the token
   */
  async list(token: Address, limit: number, cursor: string | null): Promise<AsOf<HolderListDto>> {
    const position = this.cursors.position(cursorFormat, token, cursor);
    const found = await this.repository.readHolders(token, position, limit + 1);
    if (found === null && position !== null) throw new CursorError('cursor_expired');
    const { asOf, ...page } = expectIndexed(found);
    const rows = toHolders(page, position?.rank ?? 0, asOf);
    const { indexRevision } = asOf;
    const { items: holders, nextCursor } = this.cursors.page(
      cursorFormat,
      token,
      { rows, limit },
      (last) => ({ ...placeOf(last, asOf), indexRevision }),
    );
    return { asOf, body: { holders, totalHolders: page.total, nextCursor } };
  }

  /**
   * What {@link list} said at the end of a final block.
   *
   * @throws ApiError `not_found` when no app had the token then
   */
  async listAt(
    token: Address,
    block: number,
    limit: number,
    cursor: string | null,
  ): Promise<AsOf<HolderListDto>> {
    const scope = `${token} ${block}`;
    const position = this.cursors.position(pastFormat, scope, cursor);
    const { moment, found } = await this.moments.readFinal(block, (past) =>
      this.past.readHolders(token, past, position, limit + 1),
    );
    const { asOf } = moment;
    const rows = toHolders(found, position?.rank ?? 0, asOf);
    const { items: holders, nextCursor } = this.cursors.page(pastFormat, scope, { rows, limit }, (last) =>
      placeOf(last, asOf),
    );
    return { asOf, body: { holders, totalHolders: found.total, nextCursor }, isFinal: true };
  }
}

/** @param shown on the pages before */
function toHolders({ known, supply, holders }: HolderPage, shown: number, asOf: AsOfBlock): HolderDto[] {
  if (!known) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
  return holders.map(([address, balance, label], index) => ({
    rank: shown + index + 1,
    address,
    balance,
    share: toJsonNumber({ numerator: BigInt(balance), denominator: BigInt(supply) }),
    label,
  }));
}

const placeOf = (
  { rank, balance, address }: HolderDto,
  { block }: AsOfBlock,
): HolderPlace & { block: number; rank: number } => ({
  ...{ block: Number(block), rank, balance },
  holder: address,
});

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
import { type Address, type AsOf, parseAddress, toJsonNumber } from '@slipway/domain';
import { type HolderPosition, HoldersRepository } from './holders.repository.js';
import type { HolderListDto } from './holders.dto.js';

/** The last holder that a page showed. */
const cursorFormat = new CursorFormat<HolderPosition & { block: number; rank: number }>('app.holders.2', {
  block: isCount,
  indexRevision: isTextOf(/^\d{1,18}$/),
  rank: isCount,
  balance: isTextOf(/^\d{1,78}$/),
  holder: (value): value is string => typeof value === 'string' && parseAddress(value) === value,
});

@Injectable()
export class HoldersService {
  constructor(
    private readonly repository: HoldersRepository,
    private readonly cursors: Cursors,
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
    const { asOf, known, total, holders: listed, ...page } = expectIndexed(found);
    if (!known) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const supply = BigInt(page.supply);
    const shown = position?.rank ?? 0;
    const rows = listed.map(([address, balance, label], index) => ({
      rank: shown + index + 1,
      address,
      balance,
      share: toJsonNumber({ numerator: BigInt(balance), denominator: supply }),
      label,
    }));
    const { items: holders, nextCursor } = this.cursors.page(
      cursorFormat,
      token,
      { rows, limit },
      (last) => ({
        block: Number(asOf.block),
        indexRevision: asOf.indexRevision,
        rank: last.rank,
        balance: last.balance,
        holder: last.address,
      }),
    );
    return { asOf, body: { holders, totalHolders: total, nextCursor } };
  }
}

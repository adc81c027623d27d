import { Injectable } from '@nestjs/common';
import { ApiError, CursorError, CursorFormat, Cursors, expectIndexed, isCount } from '#http';
import { parseAddress, toJsonNumber, type Address, type Answer } from '#values';
import type { HolderListDto } from './dto/holders.dto.js';
import { HoldersRepository } from './holders.repository.js';
import type { HolderPlace } from './holders.types.js';

/** The last holder that a walk has shown. */
const cursorFormat = new CursorFormat<HolderPlace & { token: string; rank: number }>(
  'app.holders.1',
  ({ token, generation, rank, balance, holder }) => [token, generation, rank, balance, holder],
  ([token, generation, rank, balance, holder]) =>
    typeof token === 'string' &&
    typeof generation === 'string' &&
    /^\d{1,18}$/.test(generation) &&
    isCount(rank) &&
    typeof balance === 'string' &&
    /^\d{1,78}$/.test(balance) &&
    typeof holder === 'string' &&
    parseAddress(holder) === holder
      ? { token, generation, rank, balance, holder }
      : null,
);

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
  async list(token: Address, limit: number, cursor: string | null): Promise<Answer<HolderListDto>> {
    const place = cursor === null ? null : this.cursors.decode(cursorFormat, cursor);
    if (place !== null && place.token !== token) throw new CursorError('cursor_invalid');
    // One more than the page, which tells whether there is a next one.
    const found = await this.repository.readHolders(token, place, limit + 1);
    if (found === null && place !== null) throw new CursorError('cursor_expired');
    const { asOf, known, total, holders: facts, ...page } = expectIndexed(found);
    if (!known) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const supply = BigInt(page.supply);
    const shown = place?.rank ?? 0;
    const holders = facts.slice(0, limit).map(([address, balance, label], index) => ({
      rank: shown + index + 1,
      address,
      balance,
      share: toJsonNumber({ numerator: BigInt(balance), denominator: supply }),
      label,
    }));
    const last = holders.at(-1);
    const nextCursor =
      facts.length <= limit || last === undefined
        ? null
        : this.cursors.encode(cursorFormat, {
            token,
            generation: asOf.generation,
            rank: last.rank,
            balance: last.balance,
            holder: last.address,
          });
    return { asOf, body: { holders, totalHolders: total, nextCursor } };
  }
}

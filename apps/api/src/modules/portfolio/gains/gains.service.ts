import { Injectable } from '@nestjs/common';
import { CursorError, CursorFormat, Cursors, expectIndexed, isBlockHashOrNull, isCount } from '@slipway/http';
import { mapKnown, type Address, type AsOf } from '@slipway/domain';
import { toUsd } from '../portfolio.service.js';
import { GainsRepository, type DisposalRow, type GainsPosition } from './gains.repository.js';
import type { DisposalDto, GainsDto, GainsQueryDto } from './gains.dto.js';

const cursorFormat = new CursorFormat<GainsPosition>('portfolio.gains.1', {
  block: isCount,
  blockHash: isBlockHashOrNull,
  logIndex: (value): value is number | null => value === null || isCount(value),
});

@Injectable()
export class GainsService {
  constructor(
    private readonly repository: GainsRepository,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A wallet's sales of a year, oldest first; the total is of all of them, whatever the page.
   *
   * @throws CursorError `cursor_expired` when a reorganisation has undone the block that the cursor stands at
   */
  async list(address: Address, { year, limit, cursor }: GainsQueryDto): Promise<AsOf<GainsDto>> {
    const scope = `${address}|${year}`;
    const after = this.cursors.position(cursorFormat, scope, cursor ?? null);
    const found = expectIndexed(await this.repository.readGains(address, year, after, limit + 1));
    const { asOf, stands, total, disposals: rows, lookedUpTo } = found;
    if (!stands) throw new CursorError('cursor_expired');
    const page = { rows, limit, lookedUpTo };
    const { items, nextCursor } = this.cursors.page(cursorFormat, scope, page, (last) => last);
    const disposals = items.map(toDisposal);
    return { asOf, body: { address, year, totalGainUsd: toUsd(BigInt(total)), disposals, nextCursor } };
  }
}

/** A sale as the interface gives it; what it realised is the ledger's. */
export function toDisposal(row: DisposalRow): DisposalDto {
  const proceeds = mapKnown(row.proceeds, BigInt);
  const gain = BigInt(row.gain);
  // Where nothing of what was sold had a known cost, the ledger realised nothing.
  const isCounted = proceeds !== null && (gain !== 0n || (row.isHeld && row.isKnown));
  return {
    tokenAddress: row.token,
    symbol: row.symbol,
    txHash: row.txHash,
    blockNumber: row.block,
    timestamp: new Date(row.time).toISOString(),
    amount: row.amount,
    proceedsUsd: mapKnown(proceeds, toUsd),
    costUsd: isCounted && row.isKnown ? toUsd(proceeds - gain) : null,
    gainUsd: isCounted ? toUsd(gain) : null,
  };
}

import { Injectable } from '@nestjs/common';
import { ApiError, BlockNotFinalError, expectIndexed, InvalidRequestError } from '@slipway/http';
import { Protocol } from '@slipway/protocols';
import { Settings } from '@slipway/settings';
import { TOKEN_DECIMALS, type Address, type AsOf } from '@slipway/domain';
import { toTokens } from './decimal-text.js';
import { AggregatorsRepository } from './aggregators.repository.js';
import { curvePairId, parsePairId } from './pair-id.js';
import { toPlainText } from './plain-text.js';
import { toDexEvents } from './to-dex-events.js';
import type {
  DexEventsDto,
  DexLatestBlockDto,
  DexPairResponseDto,
  GeckoAssetResponseDto,
} from './dto/dex.dto.js';

/** Blocks that a range may have. */
const MAX_BLOCKS = 10_000;

/** Events that a range of several blocks may have: a response of about a megabyte. */
const MAX_EVENTS = 2_000;

/** A block is never cut: its gas bounds its events far below this. */
const MAX_EVENTS_OF_A_BLOCK = 20_000;

/** What the markets are called: they are one exchange. */
const DEX_KEY = 'slipway';

/** Millionths of a basis point. */
const PPM_A_BPS = 100;

/** The one view of final trades and liquidity that aggregators of several dialects read. */
@Injectable()
export class AggregatorsService {
  constructor(
    private readonly repository: AggregatorsRepository,
    private readonly settings: Settings,
    private readonly protocol: Protocol,
  ) {}

  /** @throws ApiError `service_unavailable` while no block is final */
  async latestBlock(): Promise<AsOf<DexLatestBlockDto>> {
    const { asOf, final } = expectIndexed(
      await this.repository.readLatestBlock(this.settings.finality.blocks),
    );
    if (final.time === null) throw nothingFinal();
    const blockTimestamp = Math.floor(final.time / 1_000);
    return { asOf, body: { block: { blockNumber: final.block, blockTimestamp } } };
  }

  /**
   * Every event of a range of final blocks, or none of them.
   *
   * @throws BlockNotFinalError for a range that ends beyond the newest final block; ApiError `service_unavailable` while none is
   * @throws InvalidRequestError for a range of too many blocks or events
   */
  async listEvents(fromBlock: number, toBlock: number): Promise<AsOf<DexEventsDto>> {
    if (toBlock < fromBlock)
      throw new InvalidRequestError([{ path: 'toBlock', message: 'must not be before fromBlock' }]);
    if (toBlock - fromBlock >= MAX_BLOCKS) throw tooWide(`must be less than ${MAX_BLOCKS} after fromBlock`);
    const most = fromBlock === toBlock ? MAX_EVENTS_OF_A_BLOCK : MAX_EVENTS;
    const { blocks: finalityBlocks } = this.settings.finality;
    const found = expectIndexed(
      await this.repository.readEvents(fromBlock, toBlock, finalityBlocks, most + 1),
    );
    if (found.final.block < 0) throw nothingFinal();
    if (toBlock > found.final.block)
      throw new BlockNotFinalError(
        BigInt(toBlock),
        found.final.block,
        BigInt(toBlock + finalityBlocks + 1),
        found.asOf,
      );
    if (found.fullAt !== null) {
      // The block that does not fit begins the next range.
      const last = Math.max(found.fullAt - 1, fromBlock);
      throw tooWide(`gives a range of more than ${most} events; ${last} is the last that does not`);
    }
    return { asOf: found.asOf, body: { events: toDexEvents(found) }, isFinal: true };
  }

  /** @throws ApiError `not_found` for a token that is none of ours, or hidden */
  async getAsset(token: Address): Promise<AsOf<GeckoAssetResponseDto>> {
    const { asOf, asset } = expectIndexed(
      await this.repository.readAsset(token, this.settings.finality.blocks),
    );
    if (asset === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    const { id, name, symbol, totalSupply } = asset;
    return {
      asOf,
      body: {
        asset: {
          id,
          name: toPlainText(name, id),
          symbol: toPlainText(symbol, id),
          decimals: TOKEN_DECIMALS,
          ...(totalSupply !== null && { totalSupply: toTokens(BigInt(totalSupply)) }),
        },
      },
    };
  }

  /** @throws ApiError `not_found` for no market of ours, or a hidden app's */
  async getPair(id: string): Promise<AsOf<DexPairResponseDto>> {
    const key = parsePairId(id);
    if (key === null) throw new ApiError('not_found');
    const { asOf, pair } = expectIndexed(
      await this.repository.readPair(key.kind, key.address, this.settings.finality.blocks),
    );
    if (pair === null) throw new ApiError('not_found', { message: 'No market has this id.', asOf });
    const feePpm = pair.pool === null ? pair.curveFeePpm : this.protocol.poolFeePpm;
    if (feePpm === null)
      throw new ApiError('service_unavailable', { details: { reason: 'fee_unknown' }, asOf });
    return {
      asOf,
      body: {
        pair: {
          id: pair.pool ?? curvePairId(pair.token),
          dexKey: DEX_KEY,
          asset0Id: pair.token,
          asset1Id: pair.platformToken,
          createdAtBlockNumber: pair.blockNumber,
          createdAtBlockTimestamp: pair.time,
          createdAtTxnId: pair.txHash,
          creator: pair.creator,
          // A whole number in this dialect.
          feeBps: Math.round(feePpm / PPM_A_BPS),
        },
      },
    };
  }
}

const nothingFinal = (): ApiError =>
  new ApiError('service_unavailable', { details: { reason: 'nothing_final' } });

const tooWide = (message: string): InvalidRequestError =>
  new InvalidRequestError([{ path: 'toBlock', message }], 'range_too_wide');

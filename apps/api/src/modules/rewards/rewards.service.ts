import { Injectable } from '@nestjs/common';
import {
  type Address,
  type AsOf,
  ONE_TOKEN,
  type Ratio,
  systemClock,
  toJsonNumber,
  USD_WEI_UNIT,
} from '@slipway/domain';
import { ApiError, CursorFormat, Cursors, expectIndexed, isCount, isTextOf } from '@slipway/http';
import { LEAF_ENCODING } from '@slipway/reward-programs';
import { priceUsd } from '@slipway/protocols';
import {
  type ClaimableRow,
  PROGRAM_ID,
  type ProgramItem,
  type RewardPriceRow,
  RewardsRepository,
} from './rewards.repository.js';
import type { ProgramDetailDto, ProgramListDto } from './programs/programs.dto.js';
import type { RewardItemDto, RewardProofListDto, RewardsSummaryDto } from './rewards.dto.js';

/** Given lists are whole up to this many items. */
const WHOLE_LIST = 1_000;

/** A page of a given list: its body has no room for the cursor of the next one. */
export interface Paged<T> {
  readonly response: AsOf<T>;
  readonly nextCursor: string | null;
}

/** The program that a page ended with; both lists are in the order of ids. */
interface ProgramPosition {
  readonly block: number;
  readonly programId: string;
}

const checks = { block: isCount, programId: isTextOf(PROGRAM_ID) };

const programsCursor = new CursorFormat<ProgramPosition>('rewards.programs.2', checks);

const rewardsCursor = new CursorFormat<ProgramPosition>('rewards.items.2', checks);

@Injectable()
export class RewardsService {
  constructor(
    private readonly repository: RewardsRepository,
    private readonly cursors: Cursors,
  ) {}

  /** The programs that are active now, by the wall clock; the response is good until one begins or ends. */
  async listPrograms(limit: number | null, cursor: string | null): Promise<Paged<ProgramListDto>> {
    const after = this.cursors.position(programsCursor, 'active', cursor)?.programId ?? null;
    const size = limit ?? WHOLE_LIST;
    // One more than the page, which tells whether there is a next one.
    const page = expectIndexed(await this.repository.listActive(systemClock.now(), after, size + 1));
    const { asOf, programs: rows, nextBoundary } = page;
    const { items, nextCursor } = this.cursors.page(
      programsCursor,
      'active',
      { rows, limit: size },
      ({ id }) => ({ block: Number(asOf.block), programId: id }),
    );
    return {
      response: {
        asOf,
        body: { programs: items.map(toProgram) },
        ...(nextBoundary && { validUntil: nextBoundary }),
      },
      nextCursor,
    };
  }

  /** The programs of some ids, in that order, each once; unknown ones are left out. */
  async findPrograms(ids: readonly string[]): Promise<AsOf<ProgramListDto>> {
    const unique = [...new Set(ids)];
    const { asOf, programs } = expectIndexed(await this.repository.findPrograms(unique));
    return { asOf, body: { programs: programs.map(toProgram) } };
  }

  /** @throws ApiError `not_found` when no program has the id */
  async getProgram(id: string): Promise<AsOf<ProgramDetailDto>> {
    const { asOf, program } = expectIndexed(await this.repository.readProgram(id));
    if (program === null) throw new ApiError('not_found', { message: 'There is no such program.', asOf });
    return { asOf, body: { ...program, ...toProgram(program), leafEncoding: [...LEAF_ENCODING] } };
  }

  /** What a wallet may claim, by program id; the total is of all of it, whatever the page. */
  async getRewards(
    address: Address,
    limit: number | null,
    cursor: string | null,
  ): Promise<Paged<RewardsSummaryDto>> {
    const after = this.cursors.position(rewardsCursor, address, cursor)?.programId ?? null;
    const { asOf, rewards, prices } = expectIndexed(await this.repository.readRewards(address));
    const rest = after === null ? rewards : rewards.filter(({ programId }) => programId > after);
    const page = { rows: rest, limit: limit ?? WHOLE_LIST };
    const { items: rows, nextCursor } = this.cursors.page(rewardsCursor, address, page, ({ programId }) => ({
      block: Number(asOf.block),
      programId,
    }));
    const items = rows.map((row) => toItem(row, prices));
    const total = totalUsd(rewards.map((row) => claimableUsd(row, prices)));
    return {
      response: { asOf, body: { address, ...(total !== null && { totalClaimableUsd: total }), items } },
      nextCursor,
    };
  }

  /** A wallet's leaf in every tree in force, claimed ones too. */
  async listProofs(address: Address): Promise<AsOf<RewardProofListDto>> {
    const { asOf, proofs } = expectIndexed(await this.repository.readProofs(address));
    return { asOf, body: { proofs } };
  }
}

function toItem(row: ClaimableRow, prices: RewardPriceRow): RewardItemDto {
  const value = claimableUsd(row, prices);
  return {
    programId: row.programId,
    tokenAddress: row.rewardToken,
    symbol: row.rewardSymbol,
    claimable: row.claimable,
    ...(value !== null && { claimableUsd: toJsonNumber(value) }),
  };
}

/** Times as the interface writes them. */
function toProgram(program: ProgramItem): ProgramItem {
  const { startsAt, endsAt } = program;
  return { ...program, startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
}

/** What a claimable amount is worth at its block, in USD; null when the reward token has no price. */
export function claimableUsd(row: ClaimableRow, prices: RewardPriceRow): Ratio | null {
  const oraclePrice = prices.oraclePrice === null ? null : BigInt(prices.oraclePrice);
  const amount = BigInt(row.claimable);
  if (row.rewardToken === prices.platformToken) {
    return oraclePrice === null || oraclePrice <= 0n
      ? null
      : { numerator: amount * oraclePrice, denominator: USD_WEI_UNIT };
  }
  if (row.platformReserve === null || row.tokenReserve === null) return null;
  const price = priceUsd(
    { platform: BigInt(row.platformReserve), token: BigInt(row.tokenReserve) },
    oraclePrice,
  );
  if (price === null) return null;
  return { numerator: price.numerator * amount, denominator: price.denominator * ONE_TOKEN };
}

/** The sum of the known values: 0 without items, null when there are items and none of them has a price. */
export function totalUsd(values: readonly (Ratio | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 && values.length > 0) return null;
  return toJsonNumber(known.reduce(add, { numerator: 0n, denominator: 1n }));
}

function add(a: Ratio, b: Ratio): Ratio {
  if (a.denominator === b.denominator) return { ...a, numerator: a.numerator + b.numerator };
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

import { Injectable } from '@nestjs/common';
import { ApiError, expectIndexed } from '@slipway/http';
import { type Address, type AsOf, type AsOfBlock, toJsonNumber } from '@slipway/domain';
import type {
  FirstBlockBuyersDto,
  LaunchBuyersDto,
  LaunchConcentrationDto,
  LaunchFiguresDto,
  LaunchLiquidityDto,
  LaunchReportDto,
} from './launch-report.dto.js';
import { type BoughtRow, type LaunchRow, LaunchReportRepository } from './launch-report.repository.js';
import type { LaunchFigures } from './launch-sets.sql.js';

/** What each figure means, in a sentence: docs/design/launch-report.md has more. */
const DEFINITIONS = {
  creator: 'The wallet that launched the app.',
  associates:
    'Wallets that the creator funded with the platform token, before the launch or within an hour after it, or to which it sent tokens of the app within that hour.',
  firstBlock: "Wallets that bought in the launch's block.",
  firstBlocks: "Wallets that bought in the launch's block or the four after it.",
  firstMinute: 'Wallets that bought within 60 seconds after the launch.',
  firstBlockBuyers: "Wallets that bought in the launch's block and did not launch the app.",
  bundles:
    'Two or more wallets that bought in the first blocks or the first minute, in one transaction, or after one wallet had funded them within 24 hours before, each with at least a tenth of what it paid. A wallet that funded more than 100 in the 24 hours before the launch makes no bundle.',
  roundTrips:
    'Pairs of a buy and a sale of the same amount, within 1 %, within ten minutes, by one wallet, or by two of which one had funded the other; as a share of all platform tokens traded.',
  concentration:
    'What the richest wallets hold of all that is not in the curve, the pool, burnt or with distributors.',
  liquidity: "Where the pool's LP tokens are, and what they did since the graduation.",
};

@Injectable()
export class LaunchReportService {
  constructor(private readonly repository: LaunchReportRepository) {}

  /** @throws ApiError `not_found` when no app has the token */
  async get(token: Address): Promise<AsOf<LaunchReportDto>> {
    const { asOf, launch } = expectIndexed(await this.repository.readLaunch(token));
    if (launch === null) throw new ApiError('not_found', { message: 'No app has this token.', asOf });
    return { asOf, body: toReport(token, launch, asOf) };
  }
}

/** What an app's own page has of it. */
export function toLaunchFigures(figures: LaunchFigures): LaunchFiguresDto {
  const { supply, creatorAndAssociates, firstBlockBuyersHeld, bundled } = figures;
  return {
    creatorAndAssociatesShare: creatorAndAssociates === null ? null : shareOf(creatorAndAssociates, supply),
    firstBlockBuyersHeldShare: shareOf(firstBlockBuyersHeld, supply),
    bundledShare: bundled === null ? null : shareOf(bundled, supply),
  };
}

function toReport(tokenAddress: Address, launch: LaunchRow, asOf: AsOfBlock): LaunchReportDto {
  const { supply, isKnown, creator, associates, roundTrips } = launch;
  const share = (amount: string): number => shareOf(amount, supply);
  const buyers = ({ wallets, bought, held, transactions }: BoughtRow): LaunchBuyersDto => ({
    ...{ buyers: wallets, share: share(bought), heldShare: share(held), transactions: [...transactions] },
  });
  const dealt = ({
    held,
    sold,
  }: {
    held: string;
    sold: string;
  }): { heldShare: number; soldShare: number } => ({
    ...{ heldShare: share(held), soldShare: share(sold) },
  });
  return {
    tokenAddress,
    knownFrom: launch.fundingsFrom,
    creator: {
      ...{ wallet: creator.wallet, launches: creator.launches, graduated: creator.graduated },
      ...dealt(creator),
      transactions: [...creator.transactions],
    },
    associates: isKnown
      ? {
          count: associates.count,
          ...dealt(associates),
          wallets: associates.wallets.map(({ wallet, reason, transaction, ...amounts }) => ({
            ...{ wallet, reason, transaction, ...dealt(amounts) },
          })),
        }
      : null,
    firstBlock: buyers(launch.firstBlock),
    firstBlocks: buyers(launch.firstBlocks),
    firstMinute: buyers(launch.firstMinute),
    firstBlockBuyers: toFirstBlockBuyers(buyers(launch.firstBlockBuyers)),
    bundles: isKnown
      ? launch.bundles.map(({ transaction, funder, addresses, ...row }) => {
          const { buyers: count, ...figures } = buyers(row);
          return { transaction, funder, wallets: [...addresses], count, ...figures };
        })
      : null,
    bundledShare: isKnown ? share(launch.bundled) : null,
    roundTrips: isKnown
      ? {
          pairs: roundTrips.pairs,
          share: shareOf(roundTrips.volume, roundTrips.traded),
          newest: [...roundTrips.newest],
        }
      : null,
    concentration: toConcentration(launch),
    liquidity: toLiquidity(launch.liquidity),
    definitions: DEFINITIONS,
    asOf: Number(asOf.block),
  };
}

function toFirstBlockBuyers({
  buyers,
  share,
  heldShare,
  transactions,
}: LaunchBuyersDto): FirstBlockBuyersDto {
  return { count: buyers, boughtShare: share, heldShare, transactions };
}

function toConcentration({ supply, richest, excluded }: LaunchRow): LaunchConcentrationDto {
  const left = excluded.reduce((all, { held }) => all - BigInt(held), BigInt(supply));
  const top = (wallets: number): number =>
    shareOf(
      richest.slice(0, wallets).reduce((all, held) => all + BigInt(held), 0n),
      left,
    );
  return {
    ...{ top1Share: top(1), top10Share: top(10), top50Share: top(50) },
    excluded: excluded.map(({ address, kind, held }) => ({ address, kind, share: shareOf(held, supply) })),
  };
}

/** LP tokens that nobody is known to have got are of before the graduation: then no share of them is known. */
function toLiquidity(liquidity: LaunchRow['liquidity']): LaunchLiquidityDto | null {
  if (liquidity === null) return null;
  const { pool, supply, locked, isWhole, holders, newest } = liquidity;
  return {
    pool,
    supply: isWhole ? supply : null,
    lockedShare: isWhole ? shareOf(locked, supply) : null,
    holders: isWhole ? holders.map(({ address, held }) => ({ address, share: shareOf(held, supply) })) : [],
    newest: newest.map((move) => ({ ...move, time: new Date(move.time).toISOString() })),
  };
}

/** 0 of nothing. */
function shareOf(part: string | bigint, whole: string | bigint): number {
  const denominator = BigInt(whole);
  return denominator <= 0n ? 0 : toJsonNumber({ numerator: BigInt(part), denominator });
}

import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiHash,
  ApiInteger,
  ApiNumber,
  ApiTime,
  NULLABLE,
  RATIO,
} from '../../../openapi/api-properties.js';
import {
  ASSOCIATE_REASONS,
  type AssociateReason,
  EXCLUDED_KINDS,
  type ExcludedKind,
  LIQUIDITY_MOVES,
  type LiquidityMoveKind,
  MOST_EVIDENCE,
  MOST_NEWEST,
} from './launch-report.repository.js';

/** Sums of trades: above 1 where the same tokens were traded again. */
const SUM = { minimum: 0 };
const HELD_SHARE = 'Part of the supply that they hold now.';
const BOUGHT_SHARE = 'Part of the supply that they bought then.';

/** Hashes of transactions, oldest first. */
const ApiTransactions = (description: string): PropertyDecorator =>
  ApiProperty({ type: [String], maxItems: MOST_EVIDENCE, example: [], description });

@ApiSchema({
  name: 'LaunchFigures',
  description: 'Of `getLaunchReport`: parts of the supply, 0.05 is 5 %. Null where fundings are unknown.',
})
export class LaunchFiguresDto {
  @ApiNumber('What the creator and its associates hold.', { ...RATIO, ...NULLABLE })
  creatorAndAssociatesShare!: number | null;

  @ApiNumber('What `firstBlockBuyers` hold.', RATIO)
  firstBlockBuyersHeldShare!: number;

  @ApiNumber('What wallets of `bundles` bought at the launch.', { ...SUM, ...NULLABLE })
  bundledShare!: number | null;
}

@ApiSchema({
  name: 'LaunchCreator',
  description:
    'The wallet that launched the app. `{heldShare: 0, soldShare: 0.04}`: it sold 4 % of the supply, and holds nothing.',
})
export class LaunchCreatorDto {
  @ApiAddress()
  wallet!: Address;

  @ApiInteger('Apps that it has launched.')
  launches!: number;

  @ApiInteger('Those that have graduated.')
  graduated!: number;

  @ApiNumber(undefined, RATIO)
  heldShare!: number;

  @ApiNumber(undefined, SUM)
  soldShare!: number;

  @ApiTransactions('Its first sales.')
  transactions!: string[];
}

@ApiSchema({ name: 'LaunchAssociate' })
export class LaunchAssociateDto {
  @ApiAddress()
  wallet!: Address;

  @ApiProperty({ enum: ASSOCIATE_REASONS, description: 'It got platform tokens, or tokens of the app.' })
  reason!: AssociateReason;

  @ApiHash('Where it did, nearest the launch.')
  transaction!: string;

  @ApiNumber(undefined, RATIO)
  heldShare!: number;

  @ApiNumber(undefined, SUM)
  soldShare!: number;
}

@ApiSchema({
  name: 'LaunchAssociates',
  description:
    'Wallets that the creator funded before the launch or within an hour after it, or sent tokens of the app within that hour; the 1,000 nearest. ' +
    'It sends 500 to `B` a week before, and 1 % of the app to `C` after ten minutes: `B`, `C`.',
})
export class LaunchAssociatesDto {
  @ApiInteger()
  count!: number;

  @ApiNumber(undefined, RATIO)
  heldShare!: number;

  @ApiNumber(undefined, SUM)
  soldShare!: number;

  @ApiProperty({ type: [LaunchAssociateDto], maxItems: MOST_EVIDENCE, description: 'The richest first.' })
  wallets!: LaunchAssociateDto[];
}

@ApiSchema({
  name: 'LaunchBuyers',
  description:
    'Who bought within a span. Three bought 4 % of the supply and hold 1 % now: `{buyers: 3, share: 0.04, heldShare: 0.01}`.',
})
export class LaunchBuyersDto {
  @ApiInteger('Different wallets.')
  buyers!: number;

  @ApiNumber(BOUGHT_SHARE, SUM)
  share!: number;

  @ApiNumber(HELD_SHARE, RATIO)
  heldShare!: number;

  @ApiTransactions('Their first buys.')
  transactions!: string[];
}

@ApiSchema({
  name: 'FirstBlockBuyers',
  description: '`firstBlock` without the wallet that launched the app.',
})
export class FirstBlockBuyersDto {
  @ApiInteger()
  count!: number;

  @ApiNumber(undefined, SUM)
  boughtShare!: number;

  @ApiNumber(undefined, RATIO)
  heldShare!: number;

  @ApiTransactions('Their first buys.')
  transactions!: string[];
}

@ApiSchema({
  name: 'LaunchBundle',
  description: 'Wallets that bought in one `transaction`, or with money of one `funder`: the other is null.',
})
export class LaunchBundleDto {
  @ApiHash(undefined, NULLABLE)
  transaction!: string | null;

  @ApiAddress(undefined, NULLABLE)
  funder!: Address | null;

  @ApiProperty({
    type: [String],
    maxItems: MOST_EVIDENCE,
    description: 'Those that bought the most first; a funder that bought too.',
  })
  wallets!: Address[];

  @ApiInteger()
  count!: number;

  @ApiNumber(BOUGHT_SHARE, SUM)
  share!: number;

  @ApiNumber(HELD_SHARE, RATIO)
  heldShare!: number;

  @ApiTransactions('In which they bought, or were funded.')
  transactions!: string[];
}

@ApiSchema({ name: 'RoundTripPair' })
export class RoundTripPairDto {
  @ApiAddress()
  buyer!: Address;

  @ApiAddress()
  seller!: Address;

  @ApiHash()
  buyTransaction!: string;

  @ApiHash()
  sellTransaction!: string;

  @ApiAmount('Platform tokens of both, in wei.')
  platformAmount!: string;
}

@ApiSchema({
  name: 'LaunchRoundTrips',
  description:
    'A buy and a sale of the same amount of the app, within 1 % and ten minutes, by one wallet, or by two of which one funded the other; each trade in one pair. Of 400 platform tokens traded 100 went so: 0.25.',
})
export class LaunchRoundTripsDto {
  @ApiInteger()
  pairs!: number;

  @ApiNumber('Part of all platform tokens traded.', RATIO)
  share!: number;

  @ApiProperty({ type: [RoundTripPairDto], maxItems: MOST_NEWEST, example: [] })
  newest!: RoundTripPairDto[];
}

@ApiSchema({ name: 'ExcludedHolder' })
export class ExcludedHolderDto {
  @ApiAddress()
  address!: Address;

  @ApiProperty({ enum: EXCLUDED_KINDS })
  kind!: ExcludedKind;

  @ApiNumber('Part of the supply.', RATIO)
  share!: number;
}

@ApiSchema({
  name: 'LaunchConcentration',
  description: 'What the richest 1, 10 and 50 wallets hold of what is not `excluded`: 100 of 400 is 0.25.',
})
export class LaunchConcentrationDto {
  @ApiNumber(undefined, RATIO)
  top1Share!: number;

  @ApiNumber(undefined, RATIO)
  top10Share!: number;

  @ApiNumber(undefined, RATIO)
  top50Share!: number;

  @ApiProperty({ type: [ExcludedHolderDto], example: [] })
  excluded!: ExcludedHolderDto[];
}

@ApiSchema({ name: 'LiquidityHolder' })
export class LiquidityHolderDto {
  @ApiAddress()
  address!: Address;

  @ApiNumber('Part of all LP tokens.', RATIO)
  share!: number;
}

@ApiSchema({ name: 'LiquidityMove' })
export class LiquidityMoveDto {
  @ApiProperty({
    enum: LIQUIDITY_MOVES,
    description: 'Minted; burnt by the pool for what they stood for; sent.',
  })
  kind!: LiquidityMoveKind;

  @ApiAddress()
  from!: Address;

  @ApiAddress()
  to!: Address;

  @ApiAmount('LP tokens, in base units.')
  amount!: string;

  @ApiTime()
  time!: string;

  @ApiHash()
  transaction!: string;
}

@ApiSchema({
  name: 'LaunchLiquidity',
  description:
    'What the LP tokens did since the graduation. `lockedShare: 1`: all are at a burn address, nobody can take liquidity out. Null where the pool logged none.',
})
export class LaunchLiquidityDto {
  @ApiAddress()
  pool!: Address;

  @ApiAmount('LP tokens, in base units.', NULLABLE)
  supply!: string | null;

  @ApiNumber('Part of them at 0x0 and 0x…dEaD.', { ...RATIO, ...NULLABLE })
  lockedShare!: number | null;

  @ApiProperty({ type: [LiquidityHolderDto], maxItems: MOST_NEWEST, example: [] })
  holders!: LiquidityHolderDto[];

  @ApiProperty({ type: [LiquidityMoveDto], maxItems: MOST_NEWEST, example: [] })
  newest!: LiquidityMoveDto[];
}

@ApiSchema({
  name: 'LaunchReport',
  description:
    'Facts of a launch with transactions that show them: of each list the first, or newest. Shares are of the supply. Null: unknown for an app that was launched before `knownFrom`; `liquidity` before the graduation too. ' +
    'A wallet is no market, burn address, token or distributor; a trade is of the wallet that ended richer or poorer. Funding leaves one wallet poorer in platform tokens and another richer, neither of which traded in that transaction.',
})
export class LaunchReportDto {
  @ApiAddress()
  tokenAddress!: Address;

  @ApiInteger(
    'From this block on fundings, LP tokens and round trips are indexed; null: they are not.',
    NULLABLE,
  )
  knownFrom!: number | null;

  @ApiProperty({ type: LaunchCreatorDto })
  creator!: LaunchCreatorDto;

  @ApiProperty({ type: LaunchAssociatesDto, nullable: true })
  associates!: LaunchAssociatesDto | null;

  @ApiProperty({ type: LaunchBuyersDto, description: "In the launch's block." })
  firstBlock!: LaunchBuyersDto;

  @ApiProperty({ type: LaunchBuyersDto, description: 'In it and the four after it.' })
  firstBlocks!: LaunchBuyersDto;

  @ApiProperty({ type: LaunchBuyersDto, description: 'Within 60 seconds.' })
  firstMinute!: LaunchBuyersDto;

  @ApiProperty({ type: FirstBlockBuyersDto })
  firstBlockBuyers!: FirstBlockBuyersDto;

  @ApiProperty({
    type: [LaunchBundleDto],
    maxItems: MOST_EVIDENCE,
    nullable: true,
    description:
      'Of `firstBlocks` and `firstMinute` two or more wallets that bought in one transaction, or that one wallet funded within 24 hours before, each with a tenth of what it paid at least. ' +
      'One that funded more than 100 in the 24 hours before the launch makes none: a service. The largest first.',
  })
  bundles!: LaunchBundleDto[] | null;

  @ApiNumber('What the wallets of all bundles bought then.', { ...SUM, ...NULLABLE })
  bundledShare!: number | null;

  @ApiProperty({ type: LaunchRoundTripsDto, nullable: true })
  roundTrips!: LaunchRoundTripsDto | null;

  @ApiProperty({ type: LaunchConcentrationDto })
  concentration!: LaunchConcentrationDto;

  @ApiProperty({ type: LaunchLiquidityDto, nullable: true })
  liquidity!: LaunchLiquidityDto | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { firstBlock: "Wallets that bought in the launch's block." },
    description: 'Each figure in a sentence.',
  })
  definitions!: Record<string, string>;

  @ApiInteger('`X-As-Of-Block`.')
  asOf!: number;
}

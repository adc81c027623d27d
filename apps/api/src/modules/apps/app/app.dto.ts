import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiAmount,
  ApiBoolean,
  ApiInteger,
  ApiNumber,
  ApiPrice,
  ApiTime,
  ApiUntrustedText,
  NULLABLE,
  RATIO,
} from '../../../openapi/api-properties.js';
import { LaunchFiguresDto } from '../launch-report/launch-report.dto.js';
import { APP_STAGES, type AppStage } from '../app-rows.types.js';

@ApiSchema({ name: 'AppWindow', description: 'An app in (t - window, t], t being `X-As-Of-Time`.' })
export class AppWindowDto {
  @ApiNumber(
    '`priceUsd` / `priceUsd` when the window began - 1: 0.05 is +5 %. Null for apps that are younger, and where there was no price.',
    NULLABLE,
  )
  priceChange!: number | null;

  @ApiNumber(
    "USD: sum of the gross platform amounts of its trades, each at the feed's price of its block. Null when any of them had none.",
    NULLABLE,
  )
  volumeUsd!: number | null;

  @ApiInteger('Trades that bought the app token.')
  buys!: number;

  @ApiInteger('Trades that sold it.')
  sells!: number;

  @ApiInteger('Different wallets whose trades these are.')
  traders!: number;
}

const Window = (): PropertyDecorator => ApiProperty({ type: AppWindowDto });

@ApiSchema({ name: 'AppWindows', description: 'An app in windows that end at `X-As-Of-Time`.' })
export class AppWindowsDto {
  @Window()
  '5m'!: AppWindowDto;

  @Window()
  '1h'!: AppWindowDto;

  @Window()
  '6h'!: AppWindowDto;

  @Window()
  '24h'!: AppWindowDto;

  @Window()
  '7d'!: AppWindowDto;
}

@ApiSchema({
  name: 'AppConcentration',
  description:
    'Who holds the supply, without what the pool, the curve and the addresses 0x0 and 0x…dEaD hold. 0 while they hold all of it.',
})
export class AppConcentrationDto {
  @ApiNumber('Share of the ten richest holders: 0.05 is 5 %.', RATIO)
  top10Share!: number;

  @ApiNumber('Share of the wallet that launched the app: 0.05 is 5 %.', RATIO)
  creatorShare!: number;
}

const UNTRUSTED = 'Untrusted text written to the chain by a stranger.';

@ApiSchema({ name: 'AppSummary', description: 'One line of a list of apps, true at `X-As-Of-Block`.' })
export class AppSummaryDto {
  @ApiAddress("The app's ERC-20 token, EIP-55.")
  tokenAddress!: Address;

  @ApiUntrustedText(`${UNTRUSTED} Not unique. At most 128 code points.`)
  name!: string;

  @ApiUntrustedText(`${UNTRUSTED} Not unique. At most 32 code points.`)
  symbol!: string;

  @ApiUntrustedText(
    'An https URL on a public host, or null. Untrusted: what it shows is up to a stranger.',
    NULLABLE,
  )
  imageUrl!: string | null;

  @ApiAddress('The wallet that launched the app, EIP-55.')
  creator!: Address;

  @ApiProperty({ enum: APP_STAGES, description: 'Trading on its bonding curve, or in its Uniswap V2 pool.' })
  stage!: AppStage;

  @ApiTime("Time of the launch's block.")
  launchedAt!: string;

  @ApiNumber(
    "USD for one whole token: by the reserves, without fee, times the feed's price. Null without one.",
    NULLABLE,
  )
  priceUsd!: number | null;

  @ApiPrice('As `listPrices` has it; known without a price feed too.', NULLABLE)
  priceInPlatform!: string | null;

  @ApiNumber(
    '`priceUsd` / `priceUsd` 24 hours before - 1: 0.05 is +5 %. Null for apps younger than 24 hours.',
    NULLABLE,
  )
  priceChange24h!: number | null;

  @ApiNumber('USD: `priceUsd` times the total supply.', NULLABLE)
  marketCapUsd!: number | null;

  @ApiNumber(
    "USD: sum of the gross platform amounts of all trades in (t - 24 h, t], each at the feed's price of its block. " +
      'Null when any of them had none.',
    NULLABLE,
  )
  volume24hUsd!: number | null;

  @ApiInteger('Addresses other than 0x0 with a balance above zero.')
  holders!: number;

  @ApiNumber('How far the curve is on its way to graduation: 0.05 is 5 %; 1 once graduated.', RATIO)
  curveProgress!: number;

  @ApiNumber(
    'USD: twice what the other side of its market has of the platform token: its pool, or really its curve. Null without a price.',
    NULLABLE,
  )
  liquidityUsd!: number | null;

  @ApiTime("Time of its last trade's block. Null before the first.", NULLABLE)
  lastTradeAt!: string | null;

  @ApiInteger('Trades in (t - 24 h, t].')
  trades24h!: number;

  @ApiNumber(
    "`priceUsd` / `priceUsd` at the launch - 1, 0.05 is +5 %: the price that its curve began with, at the feed's price of that block. Null without either.",
    NULLABLE,
  )
  priceChangeSinceLaunch!: number | null;

  @ApiBoolean('Operators keep this app out of lists, search and boards; named or by itself it is returned.')
  hidden!: boolean;

  @ApiProperty({
    type: 'array',
    required: false,
    items: { type: 'number', nullable: true },
    description:
      'USD closes, oldest first, where `sparkline` asked: of 24 hours, or of 28 times six, from full hours of UTC. Fewer for a younger app. ' +
      "The last is `priceUsd`, or at the feed's last price. Null before its first.",
  })
  sparkline?: (number | null)[];
}

@ApiSchema({ name: 'AppPool', description: 'The pool that an app graduated into.' })
export class AppPoolDto {
  @ApiAddress('The pair, EIP-55.')
  address!: Address;

  @ApiTime("Time of the graduation's block.")
  graduatedAt!: string;
}

@ApiSchema({ name: 'AppDetail', description: 'An app, true at `X-As-Of-Block`.' })
export class AppDetailDto extends AppSummaryDto {
  @ApiUntrustedText('Untrusted text written to the chain by a stranger. At most 2,000 code points.', NULLABLE)
  description!: string | null;

  @ApiUntrustedText('An https URL on a public host, or null. Untrusted.', NULLABLE)
  website!: string | null;

  @ApiInteger('Decimals of the token: always 18.')
  decimals!: number;

  @ApiAmount('Total supply in base units (wei).')
  totalSupply!: string;

  @ApiProperty({ type: 'string', pattern: '^0x[a-f0-9]{64}$', description: 'Transaction of the launch.' })
  launchTxHash!: string;

  @ApiInteger('Block of the launch.')
  launchBlock!: number;

  @ApiProperty({
    type: AppPoolDto,
    nullable: true,
    description: 'Where the app trades since its graduation; null before.',
  })
  pool!: AppPoolDto | null;

  @ApiProperty({ type: AppWindowsDto })
  windows!: AppWindowsDto;

  @ApiNumber(
    'The highest marginal price in USD at the end of a block. Null when it never had a price.',
    NULLABLE,
  )
  allTimeHighUsd!: number | null;

  @ApiProperty({ type: AppConcentrationDto })
  concentration!: AppConcentrationDto;

  @ApiProperty({ type: LaunchFiguresDto })
  launchReport!: LaunchFiguresDto;
}

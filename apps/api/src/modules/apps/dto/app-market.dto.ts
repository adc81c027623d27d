import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiInteger, ApiNumber, NULLABLE, RATIO } from '../../../openapi/api-properties.js';

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

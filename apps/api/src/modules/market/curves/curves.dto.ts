import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import type { TradeSide } from '@slipway/protocols';
import { AmountProperty, EnumProperty } from '@slipway/http';
import {
  ApiAddress,
  ApiAmount,
  ApiNumber,
  ApiPrice,
  ApiText,
  ApiTime,
  NULLABLE,
  RATIO,
} from '../../../openapi/api-properties.js';
import type { TradeVenue } from '@slipway/protocols';
import { CURVE_STAGES, TRADE_SIDES } from './curves.repository.js';

export const TRADE_VENUES = ['curve', 'pool'] as const satisfies readonly TradeVenue[];

/** **The** closed list of what a user should look at twice before signing, with the sentence of each. */
const MESSAGES = {
  price_moved: 'The price differs by over 5 % from that of five minutes before, or of the launch.',
  high_impact: 'The trade moves the price by over 5 % to its own disadvantage.',
  no_minimum:
    'The least that is received is below a tenth of what is paid: the call may give next to nothing.',
  stale_price: 'Prices are old: the price feed or the index is behind.',
  hidden_app: 'The operators of this service hide this app.',
  ambiguous_symbol: 'An older app, the platform token or a reserved word has a symbol that looks the same.',
  unlimited_approval: 'The spender may take all there is of the token.',
  foreign_spender: 'The spender is neither the launchpad nor the router of this deployment.',
  other_recipient: 'What the call moves does not go to the sender, or the sender is not known.',
  unknown_contract:
    'The contract, or a token or market that it uses, is not known to this service: it may do anything.',
  unknown_function: 'The call is not one that this service can tell whole.',
  nested_call: 'A multicall inside a multicall: its calls are not told.',
  far_deadline: 'The call stays good for over an hour: it may be carried out at a much worse price.',
  sends_ether: 'The call sends ether along, which no contract of this deployment asks for.',
} as const;

export type SigningWarningCode = keyof typeof MESSAGES;

export const SIGNING_WARNING_CODES = Object.keys(MESSAGES) as readonly SigningWarningCode[];

@ApiSchema({ name: 'SigningWarning', description: 'What a user should look at twice before signing.' })
export class SigningWarningDto {
  @ApiProperty({
    enum: SIGNING_WARNING_CODES,
    description: SIGNING_WARNING_CODES.map((code) => `- \`${code}\`: ${MESSAGES[code]}`).join('\n'),
  })
  code!: SigningWarningCode;

  @ApiText('The same for people; always the sentence of its code.')
  message!: string;
}

/** Codes as warnings: each once, in the order of the list. */
export function toSigningWarnings(codes: Iterable<SigningWarningCode>): SigningWarningDto[] {
  const found = new Set(codes);
  return SIGNING_WARNING_CODES.filter((code) => found.has(code)).map((code) => ({
    code,
    message: MESSAGES[code],
  }));
}

@ApiSchema({ name: 'Curve', description: "An app's bonding curve, true at `X-As-Of-Block`." })
export class CurveDto {
  @ApiAddress("The app's token, EIP-55.")
  tokenAddress!: Address;

  @ApiProperty({ enum: CURVE_STAGES, description: 'Whether the curve still trades.' })
  stage!: (typeof CURVE_STAGES)[number];

  @ApiAmount('Virtual reserve of platform token, wei; null where curves have none.', NULLABLE)
  virtualPlatformReserve!: string | null;

  @ApiAmount('Virtual reserve of the app token, wei; null where curves have none.', NULLABLE)
  virtualTokenReserve!: string | null;

  @ApiAmount('Platform token in the curve, wei; 0 once graduated.')
  realPlatformReserve!: string;

  @ApiAmount('App token left in the curve, wei; 0 once graduated, and where trades mint it.')
  realTokenReserve!: string;

  @ApiAmount('Platform token at which the app graduates, wei.')
  graduationThreshold!: string;

  @ApiNumber('`min(1, realPlatformReserve / graduationThreshold)`, 0.05 is 5 %; 1 once graduated.', RATIO)
  progress!: number;

  @ApiPrice(
    'Marginal price without fee: platform tokens for one whole app token, at most 18 decimals, truncated.',
    NULLABLE,
  )
  priceInPlatform!: string | null;

  @ApiAddress('The pool that the app graduated into.', NULLABLE)
  pool!: Address | null;

  @ApiTime("Time of the graduation's block.", NULLABLE)
  graduatedAt!: string | null;
}

export class QuoteQueryDto {
  @EnumProperty(TRADE_SIDES, { description: 'Buying the app token, or selling it.', required: true })
  side!: TradeSide;

  @AmountProperty({
    description: 'What goes in, in wei: platform token (fee included) for a buy, app token for a sale.',
  })
  amount!: bigint;
}

@ApiSchema({ name: 'CurveQuote', description: 'What a trade would do at `X-As-Of-Block`.' })
export class QuoteDto {
  @ApiProperty({ enum: TRADE_SIDES })
  side!: TradeSide;

  @ApiProperty({ enum: TRADE_VENUES, description: 'Where the app trades: in a pool once graduated.' })
  venue!: TradeVenue;

  @ApiAmount(
    'What the contract would take, wei: platform token for a buy, app token for a sale. Less than the `amount` ' +
      'asked for only when a buy meets the graduation threshold.',
  )
  amountIn!: string;

  @ApiAmount(
    'What the trader would receive, fee taken off, wei: app token for a buy, platform token for a sale.',
  )
  amountOut!: string;

  @ApiAmount("The launchpad's fee, or the pool's 0.3 %, in platform token, wei.")
  fee!: string;

  @ApiNumber(
    'How much less the trader gets, fee left aside, than at the price before the trade: 0.01 is 1 %.',
    RATIO,
  )
  priceImpact!: number;

  @ApiPrice(
    'Marginal price after the trade: platform tokens for one whole app token, truncated to 18 decimals.',
    NULLABLE,
  )
  priceInPlatformAfter!: string | null;

  @ApiProperty({ type: [SigningWarningDto], description: 'What to look at twice before trading so.' })
  warnings!: SigningWarningDto[];
}

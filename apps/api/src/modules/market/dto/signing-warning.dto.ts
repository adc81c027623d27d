import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiText } from '../../../openapi/api-properties.js';

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

import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AddressProperty, AmountProperty, OptionalWhenAbsent } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { IsInt, Matches, MaxLength } from 'class-validator';
import {
  ApiAddress,
  ApiAmount,
  ApiBoolean,
  ApiInteger,
  ApiNumber,
  ApiSentence,
  ApiText,
  ApiUntrustedText,
  ApiWordOrNull,
  NULLABLE,
} from '../../../openapi/api-properties.js';
import { SigningWarningDto } from '../../../modules/market/curves/curves.dto.js';
import { AMOUNT_ROLES, type AmountRole } from '@slipway/protocols';
import { CONTRACT_KINDS, type ContractKind } from '../call-kinds.js';

/** In hex it fits in the largest body. */
const MOST_BYTES = 15_872;
const CALLDATA = /^0x([0-9a-fA-F]{2})*$/;

@ApiSchema({ name: 'ExplainRequest', description: 'A call that a wallet is asked to sign.' })
export class ExplainRequestDto {
  @AddressProperty({ description: 'Where the call goes.' })
  to!: Address;

  @ApiProperty({
    type: 'string',
    pattern: CALLDATA.source,
    maxLength: 2 + 2 * MOST_BYTES,
    description: 'Calldata.',
    example: '0x095ea7b3',
  })
  @MaxLength(2 + 2 * MOST_BYTES, { message: `must be at most ${MOST_BYTES} bytes` })
  @Matches(CALLDATA, { message: 'must be bytes in hex, after 0x' })
  data!: `0x${string}`;

  @AmountProperty({ description: 'Ether that it sends along, in wei.', required: false, allowsZero: true })
  value?: bigint;

  @AddressProperty({
    description: 'The wallet that would send it. Without it every recipient is warned of.',
    required: false,
  })
  from?: Address;

  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'The chain that it would be sent to; another than `GET /config` names is a 400.',
  })
  @OptionalWhenAbsent()
  @IsInt({ message: 'must be an integer' })
  chainId?: number;
}

@ApiSchema({ name: 'CallArgument', description: 'An argument as the ABI names it.' })
export class CallArgumentDto {
  @ApiText('Empty where the ABI has no name.', { example: 'amount' })
  name!: string;

  @ApiText('Its Solidity type.', { example: 'uint256' })
  type!: string;

  @ApiUntrustedText(
    'Numbers as decimals, bytes as hex, lists as JSON; at most 256 characters. Untrusted text.',
    {
      example: '1',
    },
  )
  value!: string;
}

@ApiSchema({ name: 'CallAmount', description: 'An amount of a token in a call.' })
export class CallAmountDto {
  @ApiProperty({
    enum: AMOUNT_ROLES,
    description: '`pays`: at the most. `moves`: from another account than the wallet, or to one.',
  })
  role!: AmountRole;

  @ApiAddress()
  tokenAddress!: Address;

  @ApiUntrustedText('Untrusted text for apps; null for a token that is not ours.', NULLABLE)
  symbol!: string | null;

  @ApiAmount('In wei.')
  amount!: string;

  @ApiNumber(
    "In USD, by the token's price at `X-As-Of-Block`; null when unknown, or for an approval without limit.",
    NULLABLE,
  )
  valueUsd!: number | null;
}

@ApiSchema({ name: 'CallApproval', description: 'Whom a call lets take tokens.' })
export class CallApprovalDto {
  @ApiAddress()
  spender!: Address;

  @ApiBoolean('Whether it is the launchpad or the router of `GET /config`.')
  isOurs!: boolean;

  @ApiBoolean('Whether it lets the spender take everything, for ever.')
  isUnlimited!: boolean;
}

/** The explanation of a call, and of each call in a multicall. */
@ApiSchema({ name: 'ExplainedCall', description: 'What a call does.' })
export class ExplainedCallDto {
  @ApiAddress()
  to!: Address;

  @ApiBoolean('Whether the call is told whole, and goes to a contract that this service knows.')
  known!: boolean;

  @ApiWordOrNull('ContractKind', CONTRACT_KINDS, 'What `to` is; null when it is not known.')
  contract!: ContractKind | null;

  @ApiText('The first four bytes of the calldata; null for fewer.', { ...NULLABLE, example: '0x095ea7b3' })
  selector!: string | null;

  @ApiText('Null when not known.', { ...NULLABLE, example: 'approve' })
  functionName!: string | null;

  @ApiSentence('For people. Null when nothing is known to say.', NULLABLE)
  summary!: string | null;

  @ApiProperty({ type: [CallArgumentDto] })
  arguments!: CallArgumentDto[];

  @ApiProperty({ type: [CallAmountDto] })
  amounts!: CallAmountDto[];

  @ApiProperty({ type: CallApprovalDto, nullable: true, description: 'Null for calls that allow nothing.' })
  approval!: CallApprovalDto | null;

  @ApiProperty({ type: [SigningWarningDto], description: 'What a user should look at twice, each once.' })
  warnings!: SigningWarningDto[];
}

@ApiSchema({ name: 'CallExplanation', description: 'What a call does, true at `X-As-Of-Block`.' })
export class CallExplanationDto extends ExplainedCallDto {
  @ApiInteger()
  chainId!: number;

  @ApiProperty({ type: [ExplainedCallDto], description: 'The calls of a multicall, in order; else empty.' })
  calls!: ExplainedCallDto[];
}

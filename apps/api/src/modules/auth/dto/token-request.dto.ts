import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';

const MAX_MESSAGE_LENGTH = 4_096;

/** Contract wallets' signatures hold several keys' ones; 8 KB is more than any of them needs. */
const MAX_SIGNATURE_LENGTH = 16_386;
const SIGNATURE = /^0x([a-fA-F0-9]{2})+$/;

@ApiSchema({ name: 'TokenRequest' })
export class TokenRequestDto {
  @ApiProperty({
    maxLength: MAX_MESSAGE_LENGTH,
    description: 'The EIP-4361 text exactly as it was signed, at most 4 KB.',
  })
  @MaxLength(MAX_MESSAGE_LENGTH, { message: 'must be at most 4 KB' })
  @IsString({ message: 'must be text' })
  message!: string;

  @ApiProperty({
    pattern: SIGNATURE.source,
    maxLength: MAX_SIGNATURE_LENGTH,
    description: 'What the wallet answered, in hex.',
  })
  @Matches(SIGNATURE, { message: 'must be 0x and an even number of hexadecimal digits' })
  @MaxLength(MAX_SIGNATURE_LENGTH, { message: 'must be at most 8 KB' })
  @IsString({ message: 'must be text' })
  signature!: `0x${string}`;
}

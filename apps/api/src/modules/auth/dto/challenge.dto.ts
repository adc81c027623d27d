import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Challenge } from '../auth.types.js';
import { NonceDto } from './nonce.dto.js';

@ApiSchema({ name: 'Challenge', description: 'A message for a wallet to sign, and the nonce in it.' })
export class ChallengeDto extends NonceDto implements Challenge {
  @ApiProperty({ description: 'EIP-4361 text for `personal_sign`. Send it back unchanged.' })
  message!: string;
}

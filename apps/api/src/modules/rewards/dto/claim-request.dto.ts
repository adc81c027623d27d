import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsString, Matches } from 'class-validator';
import { OptionalWhenAbsent } from '#http';
import { PROGRAM_ID } from '../program-id.js';

const MAX_IDS = 100;

@ApiSchema({ name: 'ClaimRequest', description: 'What to claim.' })
export class ClaimRequestDto {
  @ApiPropertyOptional({
    type: [String],
    description: 'Programs to claim from; absent: every program that can be paid now.',
  })
  @OptionalWhenAbsent()
  @Matches(PROGRAM_ID, { each: true, message: "each must be a program's id" })
  @IsString({ each: true, message: 'each must be text' })
  @ArrayMaxSize(MAX_IDS, { message: `must have at most ${MAX_IDS} entries` })
  @ArrayNotEmpty({ message: 'must not be empty; leave it out to claim everything' })
  @IsArray({ message: 'must be an array' })
  programIds?: string[];
}

import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiAddress, ApiText, ApiUrl } from '../../../openapi/api-properties.js';

/** Documents only: a candidate's mistakes are returned as issues, so that nothing here validates. */
@ApiSchema({
  name: 'LaunchCandidate',
  description:
    'An app as it would be launched. What its fields must be beyond this schema is under `launch` of `GET /config`.',
})
export class LaunchCandidateDto {
  @ApiText(
    '1 to 32 grapheme clusters and at most 128 bytes of UTF-8, trimmed and in NFKC. No control or invisible characters, no ' +
      'Latin mixed with Cyrillic or Greek.',
    { example: 'Harbor Lights' },
  )
  name!: string;

  @ApiProperty({ type: 'string', pattern: '^[A-Z0-9]{2,10}$', example: 'HRBR' })
  symbol!: string;

  @ApiText('At most 500 code points.', { required: false, example: 'Tide tables and harbor webcams.' })
  description?: string;

  @ApiUrl(
    'An https URL in ASCII of at most 1,024 characters, without credentials, on a host below a public suffix. Checked as ' +
      'text; it is never fetched.',
    { required: false, example: 'https://harborlights.app/icon.png' },
  )
  imageUrl?: string;

  @ApiUrl('As `imageUrl`.', { required: false, example: 'https://harborlights.app' })
  website?: string;

  @ApiAddress('The wallet that would send the launch.', {
    example: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  })
  creator!: string;
}

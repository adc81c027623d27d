import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  ApiAddress,
  ApiBoolean,
  ApiSentence,
  ApiText,
  ApiUrl,
  OPTIONAL,
} from '../../openapi/api-properties.js';

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

@ApiSchema({ name: 'PreflightIssue', description: 'Something to say about a candidate.' })
export class PreflightIssueDto {
  @ApiText("One of the codes in the operation's description.", { example: 'name_taken' })
  code!: string;

  @ApiText('The field, or `launch` for the launch as a whole.', { example: 'name' })
  field!: string;

  @ApiSentence('For people.', {
    example: 'An app has this name, or one that looks like it.',
  })
  message!: string;
}

@ApiSchema({
  name: 'PreflightResult',
  description: 'What is to say about a candidate, true at `X-As-Of-Block`.',
})
export class PreflightResultDto {
  @ApiBoolean('True exactly when `errors` is empty.')
  ok!: boolean;

  @ApiProperty({
    type: () => [PreflightIssueDto],
    description: 'What stands in the way of the launch: by field as listed in LaunchCandidate, then by code.',
  })
  errors!: PreflightIssueDto[];

  @ApiProperty({
    type: () => [PreflightIssueDto],
    description: 'What does not, and a launcher should know. In the same order.',
  })
  warnings!: PreflightIssueDto[];

  @ApiBoolean(
    'False for a name that is taken or reserved; absent when `name` is missing or malformed.',
    OPTIONAL,
  )
  nameAvailable?: boolean;

  @ApiBoolean('The same of `symbol`.', OPTIONAL)
  symbolAvailable?: boolean;

  @ApiText(
    'The estimated total of the platform token that the creator must approve, a decimal string in wei. Absent when the ' +
      'chain could not be asked.',
    { required: false, example: '100000000000000000000' },
  )
  estimatedPlatformCost?: string;
}

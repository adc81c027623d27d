import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiBoolean, ApiSentence, ApiText, OPTIONAL } from '../../../openapi/api-properties.js';

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

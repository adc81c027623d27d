import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { PreflightIssue } from '../preflight.types.js';

@ApiSchema({ name: 'PreflightIssue', description: 'Something to say about a candidate.' })
export class PreflightIssueDto implements PreflightIssue<string> {
  @ApiProperty({
    type: 'string',
    description: "One of the codes in the operation's description.",
    example: 'name_taken',
  })
  code!: string;

  @ApiProperty({
    type: 'string',
    description: 'The field, or `launch` for the launch as a whole.',
    example: 'name',
  })
  field!: string;

  @ApiProperty({
    type: 'string',
    description: 'For people. May quote the name of an app, which is untrusted text.',
    example: 'An app has this name, or one that looks like it.',
  })
  message!: string;
}

@ApiSchema({
  name: 'PreflightResult',
  description: 'What is to say about a candidate, true at `X-As-Of-Block`.',
})
export class PreflightResultDto {
  @ApiProperty({ type: 'boolean', description: 'True exactly when `errors` is empty.' })
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

  @ApiProperty({
    type: 'boolean',
    required: false,
    description: 'False for a name that is taken or reserved; absent when `name` is missing or malformed.',
  })
  nameAvailable?: boolean;

  @ApiProperty({ type: 'boolean', required: false, description: 'The same of `symbol`.' })
  symbolAvailable?: boolean;

  @ApiProperty({
    type: 'string',
    required: false,
    description:
      'The estimated total of the platform token that the creator must approve, a decimal string in wei. Absent when the ' +
      'chain could not be asked.',
    example: '100000000000000000000',
  })
  estimatedPlatformCost?: string;
}

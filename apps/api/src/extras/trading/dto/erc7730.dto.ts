import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiText } from '../../../openapi/api-properties.js';

const OPEN = { type: 'object', additionalProperties: true } as const;

@ApiSchema({
  name: 'ClearSigningDescriptor',
  description: 'How a wallet shows calls of a contract (ERC-7730, version 2).',
})
export class ClearSigningDescriptorDto {
  @ApiText('The schema that it conforms to.')
  $schema!: string;

  @ApiProperty({ ...OPEN, description: 'The contract that it is of.' })
  context!: object;

  @ApiProperty({ ...OPEN, description: 'Whose contract it is.' })
  metadata!: object;

  @ApiProperty({
    ...OPEN,
    description: 'By signature: intent, sentence and fields of each function that can be sent.',
  })
  display!: object;
}

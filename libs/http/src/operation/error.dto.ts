import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({
  name: 'ErrorBody',
  description: 'What went wrong, for programs (`code`) and for people (`message`).',
})
export class ErrorBodyDto {
  @ApiProperty({
    description: 'One of the codes listed in the description of this interface.',
    example: 'not_found',
  })
  code!: string;

  @ApiProperty({ example: 'There is nothing here.' })
  message!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'More about the error, possibly empty. A 400 has `issues`, at most 20 pairs of `path` and `message`; some ' +
      'errors have a `reason`.',
    example: {},
  })
  details!: Record<string, unknown>;
}

@ApiSchema({ name: 'Error', description: 'The envelope of every response that is not a 2xx or a 304.' })
export class ErrorDto {
  @ApiProperty({ type: () => ErrorBodyDto })
  error!: ErrorBodyDto;
}

@ApiSchema({ name: 'UdfError', description: "The envelope with what TradingView's charts read of an error." })
export class UdfErrorDto extends ErrorDto {
  @ApiProperty({ enum: ['error'] })
  s!: 'error';

  @ApiProperty()
  errmsg!: string;
}

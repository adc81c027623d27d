import { Controller, Get, Headers, Query } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { IncomingMessage } from 'node:http';
import { ClientNetworks, Operation, type OpenResponse } from '@slipway/http';
import { StreamQueryDto } from './dto/stream.dto.js';
import { IncomingRequest } from './incoming-request.js';
import { StreamService } from './stream.service.js';

@ApiTags('Stream')
@Controller('stream')
export class StreamController {
  constructor(
    private readonly service: StreamService,
    private readonly clients: ClientNetworks,
  ) {}

  @Get()
  // A connection of hours is no request of a minute: connections have bounds of their own.
  @SkipThrottle()
  @Operation({
    id: 'openStream',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    caching: 'private',
    summary: 'What happens, as it happens',
    description:
      'Server-Sent Events: `snapshot` first, then `head`, `launch`, `trade`, `graduation`, `candle`, `price`, `finalized`, and after a ' +
      'reorganisation `retract`. Their data is JSON, in the shapes of the reads. Send the `id` of the last frame as `Last-Event-ID` ' +
      'to go on after it, for 15 minutes; `reset` says that this cannot be done, and snapshots follow. A client that keeps 256 KB ' +
      'waiting is told `reset` and closed. Connections have bounds of their own and no budget of a minute. docs/build/stream.md has ' +
      'each frame.',
    streams: 'text/event-stream',
    errors: ['not_found'],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id` of the last frame that you have.',
    schema: { type: 'string', maxLength: 64 },
  })
  open(
    @Query() query: StreamQueryDto,
    @Headers('last-event-id') lastEventId: string | undefined,
    @IncomingRequest() request: IncomingMessage,
  ): Promise<OpenResponse> {
    return this.service.open(
      query,
      lastEventId === undefined || lastEventId === '' ? null : lastEventId,
      this.clients.of(request).limited,
    );
  }
}

import {
  Controller,
  Get,
  Headers,
  Query,
  UseFilters,
  createParamDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { ClientNetworks, Operation, type OpenResponse } from '@slipway/http';
import { ClosedStreamFilter } from './closed-stream.filter.js';
import { StreamQueryDto } from './dto/stream.dto.js';
import { StreamService } from './stream.service.js';
import { MOST_TOPICS } from './topics.js';

/** The request itself, of a handler that reads no body. */
function IncomingRequest(): ParameterDecorator {
  return createParamDecorator((_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<IncomingMessage>(),
  )();
}

/** Topics of a connect that count as one request. */
const TOPICS_PER_READ = 10;

@ApiTags('Stream')
@Controller('stream')
@UseFilters(ClosedStreamFilter)
export class StreamController {
  constructor(
    private readonly service: StreamService,
    private readonly clients: ClientNetworks,
  ) {}

  @Get()
  @Operation({
    id: 'openStream',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    // Its life of hours is bounded apart: by connections.
    cost: ({ url = '' }) => Math.ceil(countTopics(url) / TOPICS_PER_READ),
    caching: 'private',
    summary: 'What happens, as it happens',
    description:
      'Server-Sent Events: `snapshot` first, then `head`, `launch`, `trade`, `graduation`, `candle`, `price`, `finalized`, ' +
      'and `retract` after a reorganisation; docs/build/stream.md has each. Send the last `id` as `Last-Event-ID`, with the ' +
      'same topics, to go on for 15 minutes, later `reset` and snapshots follow. Where only `text/event-stream` is accepted, ' +
      '429, 500 and 503 are a 200 with `retry:`, closed.',
    streams: 'text/event-stream',
    errors: ['not_found'],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id` of the last frame that you have. One that is not ours: `reset`, then snapshots.',
    schema: { type: 'string' },
  })
  open(
    @Query() query: StreamQueryDto,
    @Headers('last-event-id') lastEventId: string | undefined,
    @IncomingRequest() request: IncomingMessage,
  ): Promise<OpenResponse> {
    const known =
      [lastEventId, query.lastEventId, query.since].find((id) => id !== undefined && id !== '') ?? null;
    return this.service.open(query, known, this.clients.of(request).limited);
  }
}

/** Topics that a URL asks for, before it is checked: one at least. */
function countTopics(url: string): number {
  const lists = new URLSearchParams(url.split('?', 2)[1]).getAll('topics');
  return Math.min(Math.max(1, lists.join().split(',').length), MOST_TOPICS);
}

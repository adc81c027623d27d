import { Controller, Get, Header, Query, UseGuards } from '@nestjs/common';
import { Internal, ReadBudgetGuard } from '@slipway/http';
import { OembedService, type OembedBody } from './oembed.service.js';

/** How a site embeds a chart whose address it was given (oembed.com). */
@Controller('oembed')
export class OembedController {
  constructor(private readonly oembed: OembedService) {}

  @Get()
  @UseGuards(ReadBudgetGuard)
  @Header('Cache-Control', 'public, max-age=60')
  @Internal('asked by sites that are given the address of a chart')
  describe(@Query() query: Readonly<Record<string, string | undefined>>): Promise<OembedBody> {
    return this.oembed.describe(query);
  }
}

import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Internal, InvalidRequestError } from '@slipway/http';
import { McpGuard } from './mcp.guard.js';
import { McpServer } from './mcp-server.js';

/** Where agents speak the Model Context Protocol (Streamable HTTP, stateless): a message a request. */
@Controller('mcp')
@UseGuards(McpGuard)
export class McpController {
  constructor(private readonly server: McpServer) {}

  @Post()
  @Internal('spoken by agents: the Model Context Protocol describes itself')
  async receive(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (Array.isArray(request.body))
      throw new InvalidRequestError([
        { path: 'body', message: 'must be one message: batches are not taken' },
      ]);
    await this.server.serve(request, response);
  }
}

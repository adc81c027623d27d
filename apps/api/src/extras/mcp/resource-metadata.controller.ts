import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { ApiError, Internal, ReadBudgetGuard } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { SERVICE } from '../../platform/service-identity.js';
import { mcpUrl } from './mcp-url.js';

/** What clients read after a 401 of `/mcp` (RFC 9728). Wallets sign in by EIP-4361: there is no OAuth server to name. */
@Controller('.well-known/oauth-protected-resource')
export class ResourceMetadataController {
  constructor(private readonly settings: Settings) {}

  @Get(['', 'mcp'])
  @UseGuards(ReadBudgetGuard)
  @Header('Cache-Control', 'public, max-age=300')
  @Internal('read by agents that are asked for a token')
  read(): Readonly<Record<string, unknown>> {
    const { mcpEnabled, publicBaseUrl } = this.settings;
    if (!mcpEnabled) throw new ApiError('not_found');
    return {
      resource: mcpUrl(publicBaseUrl),
      resource_name: SERVICE.name,
      resource_documentation: new URL('llms.txt', publicBaseUrl).href,
      bearer_methods_supported: ['header'],
    };
  }
}

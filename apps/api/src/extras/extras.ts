import { DocsModule } from './docs/docs.module.js';
import { EmbedModule } from './embed/embed.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { PicturesModule } from './pictures/pictures.module.js';
import { StreamModule } from './stream/stream.module.js';
import { TradingModule } from './trading/trading.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { WebModule } from './web/web.module.js';

/** What the API serves beside the card: each a folder here. Without its line and its folder all others are as they were. */
export const EXTRAS = [
  TradingModule,
  IntegrationsModule,
  StreamModule,
  WebhooksModule,
  PicturesModule,
  EmbedModule,
  ExportsModule,
  McpModule,
  // The page at `/`, which leads to the docs where this one is off.
  WebModule,
  DocsModule,
] as const;

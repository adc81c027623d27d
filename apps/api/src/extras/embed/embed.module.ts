import { Module } from '@nestjs/common';
import type { HttpAdapter } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { Extra } from '../../platform/extra.js';
import { AppsModule } from '../../modules/apps/apps.module.js';
import { OembedController } from './oembed.controller.js';
import { OembedService } from './oembed.service.js';
import { serveEmbed } from './serve-embed.js';

/** Charts in pages of other sites, and what tells of them. */
@Extra({
  outsidePrefix: ['oembed'],
  serve: (app) => {
    serveEmbed(app.getHttpAdapter() as HttpAdapter, app.get(Settings).publicBaseUrl);
    return () => undefined;
  },
})
@Module({ imports: [AppsModule], controllers: [OembedController], providers: [OembedService] })
export class EmbedModule {}

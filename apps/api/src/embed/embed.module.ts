import { Module } from '@nestjs/common';
import { AppsModule } from '../modules/apps/apps.module.js';
import { OembedController } from './oembed.controller.js';
import { OembedService } from './oembed.service.js';

/** What tells of the charts that `serve-embed.ts` serves. */
@Module({ imports: [AppsModule], controllers: [OembedController], providers: [OembedService] })
export class EmbedModule {}

import { Module } from '@nestjs/common';
import { Extra } from '../../platform/extra.js';
import { AppsModule } from '../../modules/apps/apps.module.js';
import { CardsController } from './cards.controller.js';
import { BundledFonts } from './fonts/bundled-fonts.js';
import { Painter } from './painting/painter.js';
import { PicturesService } from './pictures.service.js';
import { SparklinesController } from './sparklines.controller.js';

/** Apps as pictures, for sites that show them. */
@Extra({
  tags: [{ name: 'Pictures', description: 'Apps as pictures: cards, sparklines.', after: 'Market' }],
})
@Module({
  imports: [AppsModule],
  controllers: [CardsController, SparklinesController],
  providers: [PicturesService, BundledFonts, Painter],
})
export class PicturesModule {}

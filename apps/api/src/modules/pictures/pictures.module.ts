import { Module } from '@nestjs/common';
import { AppsModule } from '../apps/apps.module.js';
import { CardsController } from './cards.controller.js';
import { BundledFonts } from './fonts/bundled-fonts.js';
import { Painter } from './painting/painter.js';
import { PicturesService } from './pictures.service.js';
import { SparklinesController } from './sparklines.controller.js';

/** Apps as pictures, for sites that show them. */
@Module({
  imports: [AppsModule],
  controllers: [CardsController, SparklinesController],
  providers: [PicturesService, BundledFonts, Painter],
})
export class PicturesModule {}

import type { PrismaService } from '@slipway/database';
import type { Settings } from '@slipway/settings';
import type { Output } from './output.js';

/** What commands work with. */
export interface CommandContext extends Output {
  readonly prisma: PrismaService;
  readonly settings: Settings;
}

import type { PrismaService } from '@slipway/database';
import type { Settings } from '@slipway/settings';
import type { Print } from './output.js';

/** What commands work with. */
export interface CommandContext {
  readonly prisma: PrismaService;
  readonly settings: Settings;
  /** A line of the command's output. */
  readonly print: Print;
  /** A line for the operator's eyes, which is no output. */
  readonly warn: Print;
}

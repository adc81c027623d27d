import { DevelopmentKeyFile, retiresAt, rotateKeys, SigningKeyError } from '@slipway/auth';
import { systemClock } from '@slipway/domain';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { DEFAULT_MINUTES } from './default-minutes.js';

export interface RotateOptions {
  /** Prints the new set, and changes nothing. */
  readonly print?: boolean;
  /** When the new key begins to sign, in minutes. */
  readonly after?: number;
}

/** @throws OperatorError when the configured keys are not valid */
export async function rotateSigningKeys(
  context: CommandContext,
  { print: prints = false, after }: RotateOptions,
): Promise<void> {
  const { nodeEnv, jwtSigningKeys } = context.settings;
  try {
    if (prints || nodeEnv === 'production' || jwtSigningKeys !== null) printSet(context, after);
    else await rotateFile(context);
  } catch (error) {
    if (error instanceof SigningKeyError) throw new OperatorError(`JWT_SIGNING_KEYS: ${error.message}`);
    throw error;
  }
}

/** The set alone on standard output, to be put where it is configured; the words beside it. */
function printSet({ settings, print, warn }: CommandContext, after: number | undefined): void {
  const { jwtSigningKeys: configured } = settings;
  const now = systemClock.now();
  const minutes = after ?? (configured === null ? 0 : DEFAULT_MINUTES);
  const activeFrom = new Date(now.getTime() + minutes * 60_000);
  print(rotateKeys(configured, activeFrom, now).trimEnd());
  warn(
    `Put this secret into JWT_SIGNING_KEYS (or its file) of every instance and restart them one by one before ` +
      `${activeFrom.toISOString()}, when the new key begins to sign. The one before it is refused from ` +
      `${retiresAt(activeFrom).toISOString()} on.`,
  );
}

async function rotateFile({ settings, print }: CommandContext): Promise<void> {
  const file = new DevelopmentKeyFile(settings.dataDir);
  const now = systemClock.now();
  await file.rotate(now);
  print(`rotated: ${file.path}`);
  const end = retiresAt(now).toISOString();
  print(`Restart the API to sign with the new key; the one before it is good until ${end}.`);
}

import type { Settings } from '@slipway/settings';
import { DevelopmentKeyFile } from './development-key-file.js';
import { SigningKeyError } from './signing-key.js';
import { SigningKeySet } from './signing-key-set.js';

/** What of the settings decides where the keys come from. */
export type SigningKeySettings = Pick<Settings, 'nodeEnv' | 'jwtSigningKeys' | 'dataDir'>;

/**
 * The keys that are configured; in development, where none are, the ones in the data folder.
 *
 * @throws SigningKeyError when production has none, or they are not good enough
 */
export async function loadSigningKeys(settings: SigningKeySettings, now: Date): Promise<SigningKeySet> {
  const { nodeEnv, jwtSigningKeys, dataDir } = settings;
  if (jwtSigningKeys !== null) return parseNamed('JWT_SIGNING_KEYS', jwtSigningKeys);
  if (nodeEnv === 'production') {
    throw new SigningKeyError(
      'JWT_SIGNING_KEYS: production needs keys of its own: npm run --silent ops -- keys rotate --print',
    );
  }
  const file = new DevelopmentKeyFile(dataDir);
  return parseNamed(file.path, await file.readOrCreate(now));
}

function parseNamed(source: string, text: string): SigningKeySet {
  try {
    return SigningKeySet.parse(text);
  } catch (error) {
    if (error instanceof SigningKeyError) throw new SigningKeyError(`${source}: ${error.message}`);
    throw error;
  }
}

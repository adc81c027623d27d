import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DevelopmentKeyFile } from './development-key-file.js';
import { loadSigningKeys, type SigningKeySettings } from './load-signing-keys.js';
import { rotateKeys } from './rotate-keys.js';

const NOW = new Date('2026-11-21T00:00:00Z');

describe('loadSigningKeys', () => {
  let folder: string;
  let development: SigningKeySettings;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-keys-'));
    development = {
      nodeEnv: 'development',
      jwtSigningKeys: null,
      dataDir: path.join(folder, 'data'),
    };
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('makes one key in development and keeps it, however many programs start at once', async () => {
    const sets = await Promise.all(Array.from({ length: 8 }, () => loadSigningKeys(development, NOW)));
    sets.push(await loadSigningKeys(development, NOW));
    expect(new Set(sets.map((set) => set.signer(NOW).kid)).size).toBe(1);
  });

  it('keeps it for its owner only', async () => {
    await loadSigningKeys(development, NOW);
    const { mode } = await stat(new DevelopmentKeyFile(development.dataDir).path);
    expect(mode & 0o777).toBe(0o600);
  });

  it('rotates it: the next start signs with another, and knows the one before', async () => {
    const before = (await loadSigningKeys(development, NOW)).signer(NOW);
    const file = new DevelopmentKeyFile(development.dataDir);
    const later = new Date(NOW.getTime() + 1_000);
    await file.rotate(later);
    const after = await loadSigningKeys(development, later);
    expect(after.signer(later).kid).not.toBe(before.kid);
    expect(after.find(before.kid, later)).not.toBeNull();
    expect(await readFile(file.path, 'utf8')).toContain('activeFrom');
  });

  it('does not start production without keys, and makes none there', async () => {
    const production = { ...development, nodeEnv: 'production' as const };
    await expect(loadSigningKeys(production, NOW)).rejects.toThrow(
      /^JWT_SIGNING_KEYS: production needs keys of its own/,
    );
    await expect(stat(development.dataDir)).rejects.toThrow('ENOENT');
  });

  it.each(['production', 'development'] as const)('refuses weak keys in %s, in one line', async (nodeEnv) => {
    const weak = { ...development, nodeEnv, jwtSigningKeys: '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}' };
    await expect(loadSigningKeys(weak, NOW)).rejects.toThrow(
      'JWT_SIGNING_KEYS: key 1 must be an EC key on P-256 (ES256)',
    );
  });

  it('takes the configured keys', async () => {
    const jwtSigningKeys = rotateKeys(null, NOW, NOW);
    const production = { ...development, nodeEnv: 'production' as const, jwtSigningKeys };
    expect((await loadSigningKeys(production, NOW)).publish(NOW)).toHaveLength(1);
  });
});

import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rotateKeys } from './rotate-keys.js';

const FILE_NAME = 'jwt-signing-keys.json';

/** The signing keys that development makes for itself and keeps in the data folder, readable for their owner only. */
export class DevelopmentKeyFile {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = path.resolve(dataDir, FILE_NAME);
  }

  /** The JWK set; makes it when there is none. Programs that start at once end up with the same one. */
  async readOrCreate(now: Date): Promise<string> {
    const kept = await this.find();
    if (kept !== null) return kept;
    const written = await this.writeBeside(rotateKeys(null, now, now));
    try {
      // Fails when another program was faster; then its keys are the ones.
      await link(written, this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      await unlink(written);
    }
    return readFile(this.path, 'utf8');
  }

  /** Adds a key that takes over now. Running programs go on with the keys that they read at their start. */
  async rotate(now: Date): Promise<void> {
    await rename(await this.writeBeside(rotateKeys(await this.find(), now, now)), this.path);
  }

  private async find(): Promise<string | null> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** A whole file first: a reader never sees half a key. */
  private async writeBeside(text: string): Promise<string> {
    await mkdir(path.dirname(this.path), { recursive: true });
    const beside = `${this.path}.${randomUUID()}`;
    await writeFile(beside, text, { mode: 0o600, flag: 'wx' });
    return beside;
  }
}

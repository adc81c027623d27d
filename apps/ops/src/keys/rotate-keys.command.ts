import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { DevelopmentKeyFile, retiresAt, rotateKeys, SigningKeyError } from '#auth';
import { Settings } from '#settings';
import { systemClock } from '#values';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';

/** Time to bring the printed set to every instance before the new key signs. */
const DEFAULT_MINUTES = 30;

interface Options {
  readonly print?: boolean;
  readonly after?: number;
}

@SubCommand({
  name: 'rotate',
  description: "let a new key sign access tokens; the one before it stays good for a token's lifetime",
})
export class RotateKeysCommand extends CommandRunner {
  constructor(private readonly settings: Settings) {
    super();
  }

  override async run(_words: string[], { print: prints = false, after }: Options): Promise<void> {
    try {
      const { nodeEnv, jwtSigningKeys } = this.settings;
      if (prints || nodeEnv === 'production' || jwtSigningKeys !== null) this.printSet(after);
      else await this.rotateFile();
    } catch (error) {
      if (error instanceof SigningKeyError) throw new OperatorError(`JWT_SIGNING_KEYS: ${error.message}`);
      throw error;
    }
  }

  @Option({ flags: '--print', description: 'print the new JWT_SIGNING_KEYS, and change nothing here' })
  parsePrint(): boolean {
    return true;
  }

  @Option({
    flags: '--after <minutes>',
    description: `when the new key begins to sign, in minutes (default ${DEFAULT_MINUTES}; a first key at once)`,
  })
  parseAfter(text: string): number {
    if (!/^\d{1,5}$/.test(text)) throw new OperatorError('--after must be a whole number of minutes');
    return Number(text);
  }

  /** The set alone on standard output, to be put where it is configured; the words beside it. */
  private printSet(after: number | undefined): void {
    const now = systemClock.now();
    const { jwtSigningKeys: configured } = this.settings;
    const minutes = after ?? (configured === null ? 0 : DEFAULT_MINUTES);
    const activeFrom = new Date(now.getTime() + minutes * 60_000);
    process.stdout.write(rotateKeys(configured, activeFrom, now));
    process.stderr.write(
      `Put this secret into JWT_SIGNING_KEYS (or its file) of every instance and restart them one by one before ` +
        `${activeFrom.toISOString()}, when the new key begins to sign. The one before it is refused from ` +
        `${retiresAt(activeFrom).toISOString()} on.\n`,
    );
  }

  private async rotateFile(): Promise<void> {
    const file = new DevelopmentKeyFile(this.settings.dataDir);
    const now = systemClock.now();
    await file.rotate(now);
    print(`rotated: ${file.path}`);
    print(
      `Restart the API to sign with the new key; the one before it is good until ${retiresAt(now).toISOString()}.`,
    );
  }
}

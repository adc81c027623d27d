import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from './files/files.js';
import { SavedChain } from './saved-chain.js';
import { waitUntil } from './progress/wait-until.js';

const SAVE_TIMEOUT_MS = 60_000;

/**
 * The chain's files. anvil writes its state in place, so that a kill can leave half of it: beside it lies the last copy
 * known to be whole. `complete` says that the scenario was built to its end; without it a start begins anew.
 */
export class ChainState {
  readonly stateFile: string;
  private readonly goodCopy: string;
  private readonly complete: string;

  constructor(readonly folder: string) {
    this.stateFile = path.join(folder, 'state.json');
    this.goodCopy = path.join(folder, 'state.good.json');
    this.complete = path.join(folder, 'complete');
  }

  get isComplete(): boolean {
    return existsSync(this.complete) && existsSync(this.goodCopy);
  }

  /** Whose contracts a complete chain has. */
  get protocol(): string {
    const [, protocol = 'slipway'] = readFileSync(this.complete, 'utf8').trim().split(' ');
    return protocol;
  }

  /** Puts the files in order before the chain starts: the state is whole, and has no block 0 but its own. */
  async prepare(): Promise<void> {
    if (!this.isComplete) {
      rmSync(this.folder, { recursive: true, force: true });
      mkdirSync(this.folder, { recursive: true });
      return;
    }
    const saved = (await SavedChain.read(this.stateFile)) ?? (await SavedChain.read(this.goodCopy));
    if (saved === null) throw new Error(`no saved chain is whole: delete ${this.folder} to begin anew`);
    for (const file of [this.stateFile, this.goodCopy])
      await replaceFile(file, saved.withoutForeignGenesis());
  }

  /** Waits until the state with this block is on disk, and keeps a copy of it. Then it marks the scenario as complete. */
  async markComplete(block: bigint, protocol: string): Promise<void> {
    await waitUntil(`block ${block} is saved to ${this.stateFile}`, SAVE_TIMEOUT_MS, async () => {
      const saved = await SavedChain.read(this.stateFile);
      if (saved === null || saved.bestBlock < block) return false;
      await replaceFile(this.goodCopy, saved.withoutForeignGenesis());
      return true;
    });
    writeFileSync(this.complete, `${block} ${protocol}\n`);
  }
}

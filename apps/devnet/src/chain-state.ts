import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists, replaceByCopy, replaceFile } from './files.js';
import { SavedChain } from './saved-chain.js';
import { waitUntil } from './wait-until.js';

const SAVE_TIMEOUT_MS = 60_000;

/**
 * The chain's files. anvil writes its state in place, so that a kill can leave half of it: beside it lies
 * the last copy known to be whole. `complete` says that the scenario was built to its end; without it a start begins
 * anew, however far the interrupted one came.
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

  async isComplete(): Promise<boolean> {
    return (await exists(this.complete)) && (await exists(this.goodCopy));
  }

  /**
   * Puts the files in order before the chain starts: the state is whole, and has no block 0 but its own. The indexer takes
   * a chain that lost blocks for a reorg.
   */
  async prepare(): Promise<void> {
    if (!(await this.isComplete())) {
      await rm(this.folder, { recursive: true, force: true });
      await mkdir(this.folder, { recursive: true });
      return;
    }
    const saved = (await SavedChain.read(this.stateFile)) ?? (await SavedChain.read(this.goodCopy));
    if (saved === null) throw new Error(`no saved chain is whole: delete ${this.folder} to begin anew`);
    await replaceFile(this.stateFile, saved.withoutForeignGenesis());
    await replaceByCopy(this.goodCopy, this.stateFile);
  }

  /** Waits until the state with this block is on disk, keeps a copy of it and marks the scenario as complete. */
  async markComplete(block: bigint): Promise<void> {
    await waitUntil(`block ${block} is saved to ${this.stateFile}`, SAVE_TIMEOUT_MS, async () => {
      const saved = await SavedChain.read(this.stateFile);
      if (saved === null || saved.bestBlock < block) return false;
      await replaceFile(this.goodCopy, saved.withoutForeignGenesis());
      return true;
    });
    await writeFile(this.complete, `${block}\n`);
  }
}

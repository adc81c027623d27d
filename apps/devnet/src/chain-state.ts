import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyWithout, foreignGenesisBlocks } from './chain-file/repair-state.js';
import { scanState } from './chain-file/scan-state.js';

const POLL_MS = 500;
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
    const saved = await scanState(this.stateFile);
    const from = saved === null ? this.goodCopy : this.stateFile;
    const outline = saved ?? (await scanState(this.goodCopy));
    if (outline === null) throw new Error(`${from} is no chain: delete ${this.folder} to begin anew`);
    const foreign = foreignGenesisBlocks(outline);
    const to = saved === null ? this.stateFile : this.goodCopy;
    await replace(to, (unfinished) =>
      foreign.size === 0 ? copyFile(from, unfinished) : copyWithout(from, unfinished, outline, foreign),
    );
    if (foreign.size > 0) await replace(from, (unfinished) => copyFile(to, unfinished));
  }

  /** Waits until the state with this block is on disk, keeps a copy of it and marks the scenario as complete. */
  async markComplete(block: bigint): Promise<void> {
    const deadline = Date.now() + SAVE_TIMEOUT_MS;
    const candidate = `${this.goodCopy}.unfinished`;
    for (;;) {
      if (await exists(this.stateFile)) {
        await copyFile(this.stateFile, candidate);
        const saved = await scanState(candidate);
        if (saved !== null && saved.bestBlock >= block) break;
      }
      if (Date.now() > deadline)
        throw new Error(`the chain has not saved block ${block} to ${this.stateFile}`);
      await sleep(POLL_MS);
    }
    await rename(candidate, this.goodCopy);
    await writeFile(this.complete, `${block}\n`);
  }
}

/** Writes a file beside its place first: a kill in between leaves the one before. */
async function replace(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  await write(`${file}.unfinished`);
  await rename(`${file}.unfinished`, file);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

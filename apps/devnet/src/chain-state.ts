import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error-code.js';

const POLL_MS = 500;
const SAVE_TIMEOUT_MS = 60_000;

/**
 * The chain's files. anvil writes its state in place every second, so that a kill can leave half of it: beside it lies
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

  /** Puts the files in order before the chain starts. The indexer takes a chain that lost blocks for a reorg. */
  async prepare(): Promise<void> {
    if (!(await this.isComplete())) {
      await rm(this.folder, { recursive: true, force: true });
      await mkdir(this.folder, { recursive: true });
    } else if ((await savedBlock(this.stateFile)) !== null) {
      await this.copyAside(this.stateFile, this.goodCopy);
    } else {
      await this.copyAside(this.goodCopy, this.stateFile);
    }
  }

  /** Waits until the state with this block is on disk, keeps a copy of it and marks the scenario as complete. */
  async markComplete(block: bigint): Promise<void> {
    const deadline = Date.now() + SAVE_TIMEOUT_MS;
    const candidate = `${this.goodCopy}.unfinished`;
    for (;;) {
      if (await exists(this.stateFile)) {
        await copyFile(this.stateFile, candidate);
        const saved = await savedBlock(candidate);
        if (saved !== null && saved >= block) break;
      }
      if (Date.now() > deadline)
        throw new Error(`the chain has not saved block ${block} to ${this.stateFile}`);
      await sleep(POLL_MS);
    }
    await rename(candidate, this.goodCopy);
    await writeFile(this.complete, `${block}\n`);
  }

  private async copyAside(from: string, to: string): Promise<void> {
    await copyFile(from, `${to}.unfinished`);
    await rename(`${to}.unfinished`, to);
  }
}

/** The newest block of a state file; null when the file is missing or was cut off. */
async function savedBlock(file: string): Promise<bigint | null> {
  try {
    const state = JSON.parse(await readFile(file, 'utf8')) as { best_block_number?: string | number };
    return state.best_block_number === undefined ? null : BigInt(state.best_block_number);
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

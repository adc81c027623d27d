import type { Action, PlannedBlock } from './action.js';

/** Things that happen within a slot share a block: bursts come as several transactions a block. */
const SLOT_SECONDS = 120;

/** Collects actions into blocks with growing times. */
export class BlockBuilder {
  readonly blocks: PlannedBlock[] = [];
  private slot = 0;

  /** Adds an action at a time, in Unix seconds; times must not fall. */
  add(time: number, action: Action): void {
    const slot = Math.floor(time / SLOT_SECONDS);
    // Blocks do not come on the full minute: a spread that depends on the slot alone.
    const timestamp = slot * SLOT_SECONDS + ((slot * 37) % SLOT_SECONDS);
    if (slot !== this.slot) this.blocks.push({ timestamp, actions: [] });
    this.slot = slot;
    this.blocks.at(-1)?.actions.push(action);
  }
}

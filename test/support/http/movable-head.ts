import { Injectable } from '@nestjs/common';
import type { AsOfBlock } from '@slipway/domain';

/** A head that a test moves. */
@Injectable()
export class MovableHead {
  private head: AsOfBlock | null = null;

  current(): AsOfBlock | null {
    return this.head;
  }

  /** Block 0 is no head at all. */
  moveTo(block: bigint): void {
    const time = new Date(Date.UTC(2026, 10, 21) + Number(block) * 12_000);
    const hash = block.toString(16).padStart(64, '0');
    this.head = block === 0n ? null : { block, time, hash, version: hash };
  }
}

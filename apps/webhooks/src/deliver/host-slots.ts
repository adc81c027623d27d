import type { SessionLocks } from '@slipway/database';

/** Messages on their way to one host, of all workers. */
const SLOTS_OF_HOST = 4;

/** So long a worker keeps a slot for its next message: then others may have it. */
const KEPT_MS = 1_000;

/** A slot that another worker has is asked for again after such a while. */
const POLL_MS = 20;

interface Slot {
  readonly name: string;
  isBusy: boolean;
  heldSince: number;
}

interface Host {
  readonly slots: readonly Slot[];
  /** Those of this worker that wait for one, first come, first served. */
  readonly waiting: Set<() => void>;
  /** Slots that others have are not asked for before. */
  askAgainAt: number;
}

/** Keeps four messages at most on their way to a host, whichever workers send them. */
export class HostSlots {
  private readonly hosts = new Map<string, Host>();

  constructor(private readonly locks: SessionLocks) {}

  /** Waits for a slot, does the work, and gives the slot back. */
  async use<T>(name: string, work: () => Promise<T>): Promise<T> {
    const host = this.hostOf(name);
    const slot = await this.take(host);
    try {
      return await work();
    } finally {
      await this.giveBack(host, slot);
    }
  }

  /** Gives others what is not used. */
  async releaseIdle(): Promise<void> {
    for (const [name, { slots, waiting }] of this.hosts) {
      for (const slot of slots.filter(({ isBusy }) => !isBusy)) {
        slot.isBusy = true;
        await this.free(slot, true);
      }
      if (waiting.size === 0 && slots.every(({ isBusy }) => !isBusy)) this.hosts.delete(name);
    }
  }

  private hostOf(name: string): Host {
    const known = this.hosts.get(name);
    if (known !== undefined) return known;
    const slots = Array.from({ length: SLOTS_OF_HOST }, (_, i) => ({
      name: `webhook host ${name} ${i}`,
      isBusy: false,
      heldSince: 0,
    }));
    const host = { slots, waiting: new Set<() => void>(), askAgainAt: 0 };
    this.hosts.set(name, host);
    return host;
  }

  private async take(host: Host): Promise<Slot> {
    const { slots, waiting } = host;
    for (;;) {
      const held = slots.find(({ isBusy, name }) => !isBusy && this.locks.holds(name));
      if (held !== undefined) {
        held.isBusy = true;
        return held;
      }
      if (performance.now() >= host.askAgainAt) {
        for (const slot of slots) if (!slot.isBusy && (await this.acquire(slot))) return slot;
        host.askAgainAt = performance.now() + POLL_MS;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(wake, POLL_MS * (1 + Math.random()));
        function wake(): void {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        }
        waiting.add(wake);
      });
    }
  }

  private async acquire(slot: Slot): Promise<boolean> {
    slot.isBusy = true;
    let isTaken = false;
    try {
      isTaken = await this.locks.take(slot.name);
      slot.heldSince = performance.now();
      return isTaken;
    } finally {
      slot.isBusy = isTaken;
    }
  }

  private async giveBack({ waiting }: Host, slot: Slot): Promise<void> {
    await this.free(slot, performance.now() - slot.heldSince > KEPT_MS);
    for (const wake of waiting) {
      wake();
      break;
    }
  }

  private async free(slot: Slot, isReleased: boolean): Promise<void> {
    try {
      if (isReleased && this.locks.holds(slot.name)) await this.locks.release(slot.name);
    } finally {
      slot.isBusy = false;
    }
  }
}

import type { Gate, OperationCall } from './gate.js';

/** Asks every gate, in the order they were declared. */
export class Gatekeeper {
  constructor(private readonly gates: readonly Gate[]) {}

  /** Returns nothing when no gate had to wait: the hit path then answers without a turn of the event loop. */
  admit(call: OperationCall): void | Promise<void> {
    for (let index = 0; index < this.gates.length; index++) {
      const waiting = this.gates[index]?.admit(call);
      if (waiting instanceof Promise) return this.admitRest(call, waiting, index + 1);
    }
  }

  private async admitRest(call: OperationCall, waiting: Promise<void>, next: number): Promise<void> {
    await waiting;
    for (const gate of this.gates.slice(next)) await gate.admit(call);
  }
}

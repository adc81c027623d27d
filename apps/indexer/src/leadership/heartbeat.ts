import { Worker } from 'node:worker_threads';
import type { HeartbeatTask } from './heartbeat.worker.js';
import { indexerConnection } from './writer-connection.js';

const TURN_MS = 500;

/**
 * Shows the writer's heartbeat from a connection of its own, since a long transaction hides what it wrote until its
 * end, and from a thread of its own, since a batch may keep the event loop busy for longer than a standby waits. The
 * thread watches that the loop turns: one that is stuck for a minute shows no heartbeat.
 */
export class Heartbeat {
  private readonly turns = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  private worker: Worker | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly databaseUrl: string,
    private readonly epoch: string,
    private readonly onError: (error: Error) => void,
  ) {}

  start(): void {
    const connection = indexerConnection(this.databaseUrl);
    const workerData: HeartbeatTask = { connection, epoch: this.epoch, turns: this.turns };
    this.worker = new Worker(new URL(import.meta.resolve('#indexer/heartbeat.worker')), { workerData });
    this.worker.on('message', (message: string) => {
      this.onError(new Error(message));
    });
    this.worker.on('error', this.onError);
    const turn = new Int32Array(this.turns);
    this.timer = setInterval(() => Atomics.add(turn, 0, 1), TURN_MS);
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    const { worker } = this;
    this.worker = null;
    if (worker === null || worker.threadId === -1) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop');
    await ended;
  }
}

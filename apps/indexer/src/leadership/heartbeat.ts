import { Worker } from 'node:worker_threads';
import type { HeartbeatTask } from './heartbeat.worker.js';
import { indexerConnection } from './writer-connection.js';

const TURN_MS = 500;

/**
 * Shows the writer's heartbeat from a connection of its own, since a long transaction hides what it wrote. It does so from a
 * thread of its own, since a batch may keep the event loop busy. A loop that is stuck for a minute shows no heartbeat.
 */
export class Heartbeat {
  private readonly worker: Worker;
  private readonly timer: NodeJS.Timeout;

  constructor(databaseUrl: string, epoch: string, onError: (error: Error) => void) {
    const turns = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const { options, ...settings } = indexerConnection(databaseUrl);
    // A heartbeat is for now: it waits for no disk, and for no standby.
    const connection = { ...settings, options: `${options ?? ''} -c synchronous_commit=off` };
    const workerData: HeartbeatTask = { connection, epoch, turns };
    this.worker = new Worker(new URL(import.meta.resolve('#indexer/heartbeat.worker')), { workerData });
    this.worker.on('message', (message: string) => {
      onError(new Error(message));
    });
    this.worker.on('error', onError);
    const turn = new Int32Array(turns);
    this.timer = setInterval(() => Atomics.add(turn, 0, 1), TURN_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    const { worker } = this;
    if (worker.threadId === -1) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop');
    await ended;
  }
}

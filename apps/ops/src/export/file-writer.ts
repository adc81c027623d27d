import { Worker } from 'node:worker_threads';
import type { PublishedFile } from './manifest.js';
import type { FilesToWrite } from './write-files.js';

/** Files that wait at the thread, or are being written. */
const MOST_OPEN = 2;

interface Waiting {
  readonly resolve: (files: PublishedFile[]) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that writes files, in the order in which it is asked to. */
export class FileWriter {
  private readonly worker = new Worker(new URL(import.meta.resolve('#ops/export.worker')));
  private readonly waiting: Waiting[] = [];
  private failure: Error | null = null;
  private room: Promise<unknown> = Promise.resolve();

  constructor() {
    this.worker.on('message', (files: PublishedFile[]) => this.waiting.shift()?.resolve(files));
    this.worker.on('error', (error) => {
      this.fail(error);
    });
    this.worker.on('exit', () => {
      this.fail(new Error('the thread that writes files has ended'));
    });
  }

  /**
   * Hands a table over, which is the thread's from then on. Comes true when there is room for the next one.
   *
   * @returns what comes true when the files are on the disk
   */
  async write(files: FilesToWrite): Promise<{ readonly written: Promise<PublishedFile[]> }> {
    if (this.failure !== null) throw this.failure;
    const written = new Promise<PublishedFile[]>((resolve, reject) => this.waiting.push({ resolve, reject }));
    const buffers = files.table.columns.flatMap(({ validity, offsets, values }) =>
      [validity, offsets, values].flatMap((one) => (one === null ? [] : [one.buffer])),
    );
    this.worker.postMessage(files, buffers);
    const before = this.room;
    // Whoever asked hears of a failure.
    this.room = written.catch(() => undefined);
    if (this.waiting.length >= MOST_OPEN) await before;
    return { written };
  }

  async close(): Promise<void> {
    this.failure ??= new Error('the writer is closed');
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.failure);
  }
}

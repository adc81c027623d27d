import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { BundledFonts } from '../fonts/bundled-fonts.js';
import { PicturesBusyError } from './pictures-busy.error.js';
import { PainterThread } from './painter-thread.js';

/** Bounds of a painter; a test has others. */
export interface PainterBounds {
  readonly maxQueue: number;
  /** For one picture, of some 50 ms when the machine is free: a thread that is ended begins cold, so a busy one is waited for. */
  readonly paintMs: number;
  /** A picture that waited for longer is not asked for any more. */
  readonly waitMs: number;
  readonly startMs: number;
  /** After a thread that ended by itself, or was ended. */
  readonly restartMs: number;
}

/** Each takes a processor: beyond so many nothing is painted until one has ended. */
const MOST_LINGERING = 2;

const BOUNDS: PainterBounds = {
  maxQueue: 100,
  paintMs: 2_000,
  waitMs: 4_000,
  startMs: 5_000,
  restartMs: 200,
};

interface Job {
  readonly svg: string;
  readonly since: number;
  readonly resolve: (png: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Paints PNGs, one at a time, in a thread that begins with the first of them. A thread that ends, or takes too long, is replaced:
 * its picture is refused, those that wait are not.
 */
@Injectable()
export class Painter implements OnModuleDestroy {
  private readonly logger = new Logger('Pictures');
  private readonly queue: Job[] = [];
  private thread: PainterThread | null = null;
  /** Threads that were ended and go on. */
  private lingering: readonly PainterThread[] = [];
  private isWorking = false;
  private isClosed = false;
  protected readonly script: URL = pathToFileURL(createRequire(import.meta.url).resolve('#api/paint.worker'));
  protected readonly bounds: PainterBounds = BOUNDS;

  constructor(private readonly fonts: BundledFonts) {}

  /** @throws PicturesBusyError when too many wait already, or this one could not be painted in its time */
  paint(svg: string): Promise<Buffer> {
    if (this.isClosed || this.queue.length >= this.bounds.maxQueue)
      return Promise.reject(new PicturesBusyError());
    return new Promise((resolve, reject) => {
      this.queue.push({ svg, since: performance.now(), resolve, reject });
      this.work().catch(reject);
    });
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    this.thread?.end();
    for (const job of this.queue.splice(0)) job.reject(new PicturesBusyError());
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    for (let job = this.queue.shift(); job !== undefined; job = this.queue.shift()) await this.do(job);
    this.isWorking = false;
  }

  private async do({ svg, since, resolve, reject }: Job): Promise<void> {
    if (performance.now() - since > this.bounds.waitMs) {
      reject(new PicturesBusyError());
      return;
    }
    try {
      const thread = this.thread?.isAlive === true ? this.thread : await this.begin();
      resolve(await thread.paint(svg));
    } catch (error) {
      if (!this.isClosed)
        this.logger.warn(`a picture was not painted: ${error instanceof Error ? error.message : 'an error'}`);
      reject(new PicturesBusyError());
      if (!this.isClosed && this.thread?.isAlive !== true)
        await new Promise((wait) => setTimeout(wait, this.bounds.restartMs).unref());
    }
  }

  private async begin(): Promise<PainterThread> {
    const { startMs, paintMs } = this.bounds;
    const before = this.thread === null ? this.lingering : [...this.lingering, this.thread];
    this.lingering = before.filter((thread) => thread.isLingering);
    this.thread = null;
    if (this.lingering.length >= MOST_LINGERING) throw new Error('threads that were ended go on computing');
    const setup = { fontFiles: this.fonts.listFiles() };
    const thread = new PainterThread({ script: this.script, setup, startMs, paintMs });
    this.thread = thread;
    await thread.begin();
    return thread;
  }
}

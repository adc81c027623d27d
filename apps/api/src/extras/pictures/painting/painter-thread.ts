import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import type { PainterReply, PainterSetup } from './paint-messages.js';

interface PainterThreadOptions {
  readonly script: URL;
  readonly setup: PainterSetup;
  /** Until it is ready: it loads the library and looks at the fonts. */
  readonly startMs: number;
  readonly paintMs: number;
}

/** Of JavaScript; the library's own memory is bounded by the size of a card. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** One thread that paints, until it ends or takes too long: then it is done with for good. */
export class PainterThread {
  private readonly logger = new Logger('Pictures');
  private readonly worker: Worker;
  private settle: ((reply: PainterReply) => void) | null = null;
  private deadReason: string | null = null;
  private hasExited = false;

  constructor(private readonly options: PainterThreadOptions) {
    // No argument and no variable of this process is for it.
    this.worker = new Worker(options.script, {
      workerData: options.setup,
      resourceLimits: RESOURCE_LIMITS,
      env: {},
      execArgv: [],
    });
    this.worker.unref();
    this.worker.on('message', (reply: PainterReply) => this.settle?.(reply));
    this.worker.on('error', (error) => {
      this.die(error instanceof Error ? error.message : 'an error');
    });
    this.worker.on('exit', (code) => {
      this.hasExited = true;
      this.die(`exit code ${code}`);
    });
  }

  /**
   * Waits until it is ready.
   *
   * @throws Error when it does not begin
   */
  async begin(): Promise<void> {
    await this.receive(this.options.startMs);
  }

  get isAlive(): boolean {
    return this.deadReason === null;
  }

  /** Whether it was ended and computes still, outside of JavaScript, where nothing can stop it. */
  get isLingering(): boolean {
    return this.deadReason !== null && !this.hasExited;
  }

  /** @throws Error when the text is no picture, the thread ended or took too long; afterwards it may be dead */
  async paint(svg: string): Promise<Buffer> {
    const replied = this.receive(this.options.paintMs);
    this.worker.postMessage(svg);
    const reply = await replied;
    if (reply.kind !== 'painted')
      throw new Error(reply.kind === 'failed' ? reply.reason : 'the painter began twice');
    return Buffer.from(reply.png.buffer, reply.png.byteOffset, reply.png.byteLength);
  }

  /** Does not wait: a thread that computes outside of JavaScript ends when it has. */
  end(): void {
    this.die('it was ended');
  }

  private receive(withinMs: number): Promise<PainterReply> {
    return new Promise((resolve, reject) => {
      if (this.deadReason !== null) {
        reject(new Error(`the painter ended: ${this.deadReason}`));
        return;
      }
      const timer = setTimeout(() => {
        this.die(`it took longer than ${withinMs} ms`);
      }, withinMs);
      this.settle = (reply) => {
        clearTimeout(timer);
        this.settle = null;
        if (this.deadReason === null) resolve(reply);
        else reject(new Error(`the painter ended: ${this.deadReason}`));
      };
    });
  }

  private die(reason: string): void {
    if (this.deadReason !== null) return;
    this.deadReason = reason;
    this.worker.terminate().catch((error: unknown) => {
      this.logger.warn(`a painter could not be ended: ${String(error)}`);
    });
    this.settle?.({ kind: 'failed', reason });
  }
}

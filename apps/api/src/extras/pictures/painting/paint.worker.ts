import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import type { PainterReply, PainterSetup } from './paint-messages.js';

/** Less than what serves requests, and enough to paint in time on a busy machine; of 19. */
const NICENESS = 5;

/** Makes the library look at the fonts before the first card is waited for. */
const FIRST = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">A</text></svg>';

/**
 * Makes PNGs of SVGs, one after another, in a thread of its own: nothing else waits while it computes, and it can be ended.
 * It has no environment, and reads the fonts that it is told of.
 */
const { fontFiles } = workerData as PainterSetup;
const font = { loadSystemFonts: false, fontFiles: [...fontFiles], defaultFontFamily: 'Inter' };

// On Linux a priority is a thread's own. Elsewhere it would be the whole process's.
if (process.platform === 'linux') os.setPriority(NICENESS);

function reply(message: PainterReply, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function paint(svg: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new Resvg(svg, { font }).render().asPng());
}

parentPort?.on('message', (svg: string) => {
  try {
    const png = paint(svg);
    reply({ kind: 'painted', png }, [png.buffer]);
  } catch (error) {
    reply({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});
paint(FIRST);
reply({ kind: 'ready' });

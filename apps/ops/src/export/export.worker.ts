import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { writeFiles, type FilesToWrite } from './write-files.js';

if (parentPort === null) throw new Error('this is a thread of the export');
const worker = parentPort;

// Compresses and writes while the main thread reads on. What fails ends the thread with that error, which the main thread hears of.
for await (const [files] of on(worker, 'message') as AsyncIterable<[FilesToWrite]>)
  worker.postMessage(await writeFiles(files));

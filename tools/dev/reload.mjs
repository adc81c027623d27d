import { watch } from 'chokidar';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';

/**
 * Preloaded before a program of `dist/`, this runs its modules as a child. The child is replaced whenever its app or a library is
 * compiled. The next child is always there already, with every package loaded: two thirds of a start's time.
 */
const [, PROGRAM] = process.argv;
const APP = path.dirname(PROGRAM);
const LIBS = path.resolve(APP, '../../../libs');
const FOLDERS = [APP, ...readdirSync(LIBS).map((name) => path.join(LIBS, name, 'dist'))];
/** With `?inspect` behind this module's name a debugger can attach. */
const isInspected = new URL(import.meta.url).searchParams.has('inspect');
/** One save may compile several files. */
const SETTLED_AFTER_MS = 50;
/** The next child loads its packages when the one before has started: they would share a core. */
const SPARE_AFTER_MS = 1_500;

const prepare = () =>
  fork(path.join(import.meta.dirname, 'program.mjs'), [path.join(APP, 'src', path.basename(PROGRAM))], {
    execArgv: ['--enable-source-maps'],
  });

let spare;
let spareTimer;
let running = start();

/** Nothing runs until the child has loaded its packages: a message waits for that. */
function start() {
  clearTimeout(spareTimer);
  const child = spare ?? prepare();
  child.send({ isInspected });
  spare = undefined;
  spareTimer = setTimeout(() => {
    spare = prepare();
  }, SPARE_AFTER_MS);
  return child;
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

let timer;
let restarts = Promise.resolve();
const ignored = (file) => file === PROGRAM || /[.](map|next)$/.test(file);
watch(FOLDERS, { ignoreInitial: true, ignored }).on('all', () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarts = restarts.then(async () => {
      await end(running);
      running = start();
    });
  }, SETTLED_AFTER_MS);
});

process.once('SIGTERM', async () => {
  clearTimeout(timer);
  await restarts;
  clearTimeout(spareTimer);
  spare?.kill('SIGKILL');
  await end(running);
  process.exit(running.exitCode ?? 1);
});

// The program itself runs in the child only.
await new Promise(() => undefined);

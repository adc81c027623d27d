import { mkdir, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';

/** The holder touches its file once a second: the id of one that ended may be another process's by now. */
const LEFT_AFTER_MS = 30_000;
const RELEASED = 'released';

/**
 * Waits until no other living process holds the lock. Files are numbered, and the highest counts: who takes the lock over makes the next, which
 * only one can, and deletes none that may have become another's meanwhile.
 *
 * @param folder of the lock alone
 * @param onWait called once with the holder's process id
 * @returns releases it; so does the end of the process
 */
export async function takeLock(folder, onWait) {
  await mkdir(folder, { recursive: true });
  for (let isWaiting = false; ;) {
    const [last = 0] = await numbersIn(folder);
    const holder = last === 0 ? null : await holderOf(path.join(folder, `${last}`));
    if (holder !== null) {
      if (!isWaiting) onWait(holder);
      isWaiting = true;
      await delay(50);
      continue;
    }
    const mine = path.join(folder, `${last + 1}`);
    if (!(await isMadeByUs(mine))) continue;
    const [highest, ...lower] = await numbersIn(folder);
    if (highest > last + 1) {
      // Others held it since we looked.
      await rm(mine, { force: true });
      continue;
    }
    for (const number of lower) await rm(path.join(folder, `${number}`), { force: true });
    const touching = setInterval(() => utimes(mine, new Date(), new Date()), 1_000).unref();
    return async () => {
      clearInterval(touching);
      await writeFile(mine, RELEASED);
    };
  }
}

async function numbersIn(folder) {
  return (await readdir(folder)).map(Number).sort((a, b) => b - a);
}

/** The living process that holds the lock; null when it was released or left. */
async function holderOf(file) {
  const text = await unless('ENOENT', readFile(file, 'utf8'));
  const seen = await unless('ENOENT', stat(file));
  if (text === RELEASED || (seen !== null && Date.now() - seen.mtimeMs > LEFT_AFTER_MS)) return null;
  // Another has taken it over, or writes its id at this moment.
  if (!text || seen === null) return 'of another';
  return isAlive(Number(text)) ? text : null;
}

async function isMadeByUs(file) {
  const made = await unless(
    'EEXIST',
    writeFile(file, `${process.pid}`, { flag: 'wx' }).then(() => true),
  );
  return made !== null;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

function unless(code, promise) {
  return promise.catch((error) => {
    if (error.code === code) return null;
    throw error;
  });
}

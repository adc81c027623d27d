import { stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code.js';

const OTHERS_EXECUTE = 0o001;

/** Where root keeps what user `postgres` must reach when the project lies below a private folder. */
export const SHARED_STATE_FOLDER = '/var/lib/slipway';

/** Whether every account may walk to this folder: each folder on the way has the execute bit for others. */
export async function isReachableByOthers(folder: string): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    const mode = await modeOf(current);
    // A folder that is yet to be made will be made by us, with the right mode.
    if (mode !== null && (mode & OTHERS_EXECUTE) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

async function modeOf(folder: string): Promise<number | null> {
  try {
    return (await stat(folder)).mode;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code.js';
import { processIdentity } from './process-identity.js';
import { inStopOrder, type ProcessName } from './stop-order.js';
import { type RecordedProcess, stopProcess } from './stop-process.js';

export interface RecordedChild extends RecordedProcess {
  readonly name: ProcessName;
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
}

interface Run {
  readonly supervisor: RecordedProcess;
  readonly children: RecordedChild[];
}

const STOP_PATIENCE_MS = 20_000;

/**
 * DATA_DIR/run.json: who runs this data folder, and which children to stop should that one be killed. It is the lock
 * against a second start, too.
 */
export class RunRecord {
  private children: RecordedChild[] = [];
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string,
    private readonly supervisor: RecordedProcess,
  ) {}

  /**
   * Takes the data folder, after stopping what a killed run left behind.
   *
   * @throws Error when another start has it
   */
  static async take(dataFolder: string): Promise<{ record: RunRecord; stopped: string[] }> {
    await mkdir(dataFolder, { recursive: true });
    const file = path.join(dataFolder, 'run.json');
    const identity = await processIdentity(process.pid);
    if (identity === null) throw new Error('cannot find this very process');
    const supervisor = { pid: process.pid, identity };
    const stopped: string[] = [];
    while (!(await createExclusively(file, { supervisor, children: [] }))) {
      stopped.push(...(await clearLeftovers(file, dataFolder)));
    }
    return { record: new RunRecord(file, supervisor), stopped };
  }

  async add(child: Omit<RecordedChild, 'identity'>): Promise<void> {
    const identity = await processIdentity(child.pid);
    // Already gone: nothing to stop later.
    if (identity === null) return;
    this.children.push({ ...child, identity });
    await this.write();
  }

  async remove(pid: number): Promise<void> {
    this.children = this.children.filter((child) => child.pid !== pid);
    await this.write();
  }

  async release(): Promise<void> {
    await this.writing;
    await rm(this.file, { force: true });
  }

  /** One write at a time, each a rename: a reader, or a kill in between, never sees half a file. */
  private write(): Promise<void> {
    const next = this.writing.then(async () => {
      const unfinished = `${this.file}.unfinished`;
      const run: Run = { supervisor: this.supervisor, children: this.children };
      await writeFile(unfinished, JSON.stringify(run, null, 2));
      await rename(unfinished, this.file);
    });
    // The caller that asked for this write sees its failure; the next one still gets its turn.
    this.writing = next.catch(() => undefined);
    return next;
  }
}

/** A link appears with all its content or not at all, and never replaces another start's. */
async function createExclusively(file: string, run: Run): Promise<boolean> {
  const mine = `${file}.${process.pid}`;
  await writeFile(mine, JSON.stringify(run, null, 2));
  try {
    await link(mine, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(mine, { force: true });
  }
}

async function clearLeftovers(file: string, dataFolder: string): Promise<string[]> {
  const stopped: string[] = [];
  const run = await readRun(file);
  if (run !== null) {
    if ((await processIdentity(run.supervisor.pid)) === run.supervisor.identity) {
      throw new Error(
        `process ${run.supervisor.pid} runs in ${dataFolder} already: stop it, or set another DATA_DIR`,
      );
    }
    for (const child of inStopOrder(run.children)) {
      if (await stopProcess(child, child.stopSignal, STOP_PATIENCE_MS)) stopped.push(child.name);
    }
  }
  await rm(file, { force: true });
  return stopped;
}

/** Null when another start has just cleared it away. */
async function readRun(file: string): Promise<Run | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Run;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: delete it when nothing of this data folder runs any more`, {
      cause: error,
    });
  }
}

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './files/files.js';
import { processIdentity, stopProcess, type RecordedProcess } from './process-identity.js';

/** What uses others stops before them; the chain has time to save itself while its database still runs. */
const STOP_ORDER = ['webhooks', 'api', 'indexer', 'anvil', 'PostgreSQL'] as const;

export type ProcessName = (typeof STOP_ORDER)[number];

export interface RecordedChild extends RecordedProcess {
  readonly name: ProcessName;
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
}

interface Run {
  readonly supervisor: RecordedProcess;
  readonly children: readonly RecordedChild[];
  /** The node of the chain that this run keeps: tools reach all its methods there. */
  readonly nodeUrl?: string;
}

/** The node obeys whoever reaches it: only this user may know where it is. */
const MODE = 0o600;

/**
 * DATA_DIR/run.json: the process that runs this data folder, and the children to stop should it be killed. It is the
 * lock against a second start, too.
 */
export class RunRecord {
  private children: readonly RecordedChild[] = [];
  private nodeUrl: string | undefined;

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
    mkdirSync(dataFolder, { recursive: true });
    const identity = processIdentity(process.pid);
    if (identity === null) throw new Error('cannot find this very process');
    const record = new RunRecord(path.join(dataFolder, 'run.json'), { pid: process.pid, identity });
    const stopped: string[] = [];
    while (!record.create()) stopped.push(...(await record.clearLeftovers()));
    return { record, stopped };
  }

  setNode(url: string): void {
    this.nodeUrl = url;
    this.write(this.children);
  }

  add(child: Omit<RecordedChild, 'identity'>): void {
    const identity = processIdentity(child.pid);
    // Already gone: nothing to stop later.
    if (identity !== null) this.write([...this.children, { ...child, identity }]);
  }

  remove(pid: number): void {
    this.write(this.children.filter((child) => child.pid !== pid));
  }

  /** Stops all children in order, and gives the data folder back. */
  async close(say: (line: string) => void): Promise<void> {
    await stopInOrder(this.children, say);
    this.release();
  }

  release(): void {
    rmSync(this.file, { force: true });
  }

  /** A link appears with all its content or not at all, and never replaces another start's. */
  private create(): boolean {
    const mine = this.writeBeside([]);
    try {
      linkSync(mine, this.file);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(mine);
    }
  }

  /** By a rename: a reader, or a kill in between, never sees half a file. */
  private write(children: readonly RecordedChild[]): void {
    this.children = children;
    renameSync(this.writeBeside(children), this.file);
  }

  private writeBeside(children: readonly RecordedChild[]): string {
    const beside = `${this.file}.${process.pid}`;
    const { supervisor, nodeUrl } = this;
    const run: Run = { supervisor, children, ...(nodeUrl !== undefined && { nodeUrl }) };
    writeFileSync(beside, JSON.stringify(run, null, 2), { mode: MODE });
    return beside;
  }

  private async clearLeftovers(): Promise<string[]> {
    const run = this.read();
    if (run === null) return [];
    const { pid, identity } = run.supervisor;
    if (processIdentity(pid) === identity) {
      const folder = path.dirname(this.file);
      throw new Error(`process ${pid} runs in ${folder} already: stop it, or set another DATA_DIR`);
    }
    const stopped = await stopInOrder(run.children, () => undefined);
    this.release();
    return stopped;
  }

  /** Null when another start has just cleared it away. */
  private read(): Run | null {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Run;
    } catch (cause) {
      if (errorCode(cause) === 'ENOENT') return null;
      const advice = 'delete it when nothing of this data folder runs any more';
      throw new Error(`${this.file} cannot be read: ${advice}`, { cause });
    }
  }
}

/** @returns the names of those that still ran */
async function stopInOrder(
  children: readonly RecordedChild[],
  say: (line: string) => void,
): Promise<string[]> {
  const stopped: string[] = [];
  const rank = ({ name }: RecordedChild): number => STOP_ORDER.indexOf(name);
  for (const child of children.toSorted((one, other) => rank(one) - rank(other))) {
    const onKill = (): void => {
      say(`${child.name} does not end and is killed`);
    };
    if (await stopProcess(child, child.stopSignal, onKill)) stopped.push(child.name);
  }
  return stopped;
}

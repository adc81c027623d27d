import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface CallNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}

/** Of V8, as `--cpu-prof` writes it: one node and one time for each sample. */
interface Profile {
  readonly nodes: readonly CallNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Parts of the program by the paths of its compiled files; the first that fits. */
const PARTS: readonly (readonly [part: string, path: RegExp])[] = [
  ['reading JSON-RPC', /libs\/chain\/|node:internal\/deps\/undici|libs\/domain\/dist\/address/],
  ['proving and ordering', /apps\/indexer\/src\/(ingest|registry)\//],
  ['decoding and folding', /apps\/indexer\/src\/(decode|fold)\/|libs\/domain\//],
  ['rows and tables', /apps\/indexer\/src\/(tables|rollback)\//],
  ['encoding for COPY', /apps\/indexer\/src\/postgres\//],
  ['driver of PostgreSQL', /node_modules\/pg/],
  ["Node's own", /^node:/],
];

/** A folder for profiles, and the options that make Node write one there for each of its threads. */
export async function profileFolder(): Promise<{ folder: string; nodeOptions: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-profile-'));
  return { folder, nodeOptions: ['--cpu-prof', '--cpu-prof-dir', folder] };
}

/** The milliseconds that each part computed by itself, the dearest first, for each thread that computed; removes the folder. */
export async function readProfiles(folder: string, most: number): Promise<ThreadTimes[]> {
  const threads: ThreadTimes[] = [];
  for (const name of await readdir(folder)) {
    const profile = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Profile;
    threads.push(timesOf(profile, most));
  }
  await rm(folder, { recursive: true, force: true });
  return threads;
}

type Times = readonly (readonly [name: string, milliseconds: number])[];

export interface ThreadTimes {
  readonly parts: Times;
  readonly functions: Times;
}

function timesOf({ nodes, samples, timeDeltas }: Profile, most: number): ThreadTimes {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const [i, sample] of samples.entries()) {
    const frame = frames.get(sample);
    if (frame === undefined || frame.functionName === '(idle)') continue;
    const milliseconds = (timeDeltas[i] ?? 0) / 1_000;
    const { functionName, url, lineNumber } = frame;
    const part = url === '' ? functionName : (PARTS.find(([, at]) => at.test(url))?.[0] ?? 'other packages');
    parts.set(part, (parts.get(part) ?? 0) + milliseconds);
    const place = `${functionName} ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`;
    functions.set(place, (functions.get(place) ?? 0) + milliseconds);
  }
  const dearest = (times: ReadonlyMap<string, number>): Times =>
    [...times].sort(([, a], [, b]) => b - a).slice(0, most);
  return { parts: dearest(parts), functions: dearest(functions) };
}

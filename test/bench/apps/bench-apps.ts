import { median } from '../median.js';
import { KINDS, type Kind } from './block-kinds.js';
import { IndexOfApps } from './index-of-apps.js';

/**
 * What the number of apps costs the indexer: it follows a real chain through a node that takes bodies of 256 KB and 500
 * addresses a filter, while its tables hold so many apps more that are never traded. Blocks are timed from their arrival
 * at the node until the indexer, a process of its own, has committed them. Fails above twice the time of the fewest apps,
 * or above 1 GB.
 *
 *     npm run bench -- apps                       1,000, 100,000 and 1,000,000 apps
 *     npm run bench -- apps 1000 20000         other numbers, the fewest first
 */
const MAX_GROWTH = 2;
const MAX_MB = 1_024;
const ROUNDS = 5;
const WARM_UPS = 2;

const sizes = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Figures {
  readonly apps: number;
  readonly startSeconds: number;
  readonly ms: ReadonlyMap<Kind, number>;
  readonly peakMb: number;
}

async function measure(apps: number): Promise<Figures> {
  const index = await IndexOfApps.start(apps);
  try {
    const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
    for (let i = -WARM_UPS; i < ROUNDS; i += 1) {
      for (const kind of KINDS) {
        const ms = await index.timeBlock(kind);
        if (i >= 0) times.get(kind)?.push(ms);
      }
    }
    const ms = new Map(KINDS.map((kind) => [kind, median(times.get(kind) ?? [])]));
    return { apps, startSeconds: index.startSeconds, ms, peakMb: index.peakMb };
  } finally {
    await index.stop();
  }
}

function tell({ apps, startSeconds, ms, peakMb }: Figures): void {
  const blocks = [...ms].map(([kind, time]) => `${kind} ${time.toFixed(0)} ms`);
  say(`${apps.toLocaleString('en').padStart(9)} apps: ${blocks.join(', ')}; peak ${peakMb} MB`);
  say(`                level ${startSeconds.toFixed(1)} s after its start`);
}

const all: Figures[] = [];
for (const size of sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000]) {
  const figures = await measure(size);
  tell(figures);
  all.push(figures);
}
const [fewest, most] = [all.at(0)!, all.at(-1)!];
for (const kind of KINDS) {
  const growth = (most.ms.get(kind) ?? Number.NaN) / (fewest.ms.get(kind) ?? Number.NaN);
  const isKept = growth <= MAX_GROWTH;
  say(`${kind}: ${growth.toFixed(2)} times as long${isKept ? '' : `, above ${MAX_GROWTH}`}`);
  if (!isKept) process.exitCode = 1;
}
if (most.peakMb > MAX_MB) {
  say(`${most.peakMb} MB, above ${MAX_MB}`);
  process.exitCode = 1;
}

import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { LEAF_ENCODING, buildClaimTree, rootOf } from '@slipway/reward-programs';
import { median } from '../median.js';
import { randomClaims } from './random-claims.js';

/**
 * How fast trees are made, against `@openzeppelin/merkle-tree`.
 *
 *     npm run bench -- merkle
 */
const RUNS = 5;
const COMPARED = 100_000;
const LARGE = 1_000_000;
const WANTED = { ratio: 30, seconds: 15, megabytes: 600 };

interface Measured {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

async function timed<T>(work: () => T | Promise<T>): Promise<{ seconds: number; result: T }> {
  const started = performance.now();
  const result = await work();
  return { seconds: (performance.now() - started) / 1_000, result };
}

async function compare(): Promise<void> {
  const claims = [...randomClaims(COMPARED)];
  const values = claims.map(({ account, reward, amount }) => [account, reward, amount.toString()]);
  const ours: number[] = [];
  const theirs: number[] = [];
  await buildClaimTree(claims.slice(0, 5_000));
  StandardMerkleTree.of(values.slice(0, 5_000), [...LEAF_ENCODING]);
  for (let run = 0; run < RUNS; run += 1) {
    const mine = await timed(() => buildClaimTree(claims));
    const rival = await timed(() => StandardMerkleTree.of(values, [...LEAF_ENCODING]));
    if (rootOf(mine.result.nodes) !== rival.result.root) throw new Error('the roots differ');
    ours.push(mine.seconds);
    theirs.push(rival.seconds);
  }
  const ratio = median(theirs) / median(ours);
  print(`${COMPARED} claims, the same root, medians of ${RUNS} interleaved runs`);
  print(`  ours (thread included)     ${median(ours).toFixed(2)} s`);
  print(`  @openzeppelin/merkle-tree  ${median(theirs).toFixed(2)} s`);
  print(`  ratio                      ${ratio.toFixed(1)} times faster (wanted: ${WANTED.ratio})`);
  if (ratio < WANTED.ratio) process.exitCode = 1;
}

function measureLarge(): void {
  const program = path.join(import.meta.dirname, 'measure-tree.js');
  const runs = Array.from(
    { length: RUNS },
    () => JSON.parse(execFileSync(process.execPath, [program, String(LARGE)]).toString()) as Measured,
  );
  const seconds = median(runs.map((run) => run.seconds));
  const megabytes = median(runs.map((run) => run.peakMegabytes));
  print(`${LARGE} claims, medians of ${RUNS} processes`);
  print(
    `  ${seconds.toFixed(2)} s (wanted: ${WANTED.seconds}), peak ${Math.round(megabytes)} MB (wanted: ${WANTED.megabytes})`,
  );
  if (seconds > WANTED.seconds || megabytes > WANTED.megabytes) process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await compare();
measureLarge();

import { setTimeout as delay } from 'node:timers/promises';
import { buildClaimTree, rootOf } from '@slipway/reward-programs';
import { randomClaims } from './random-claims.js';

/** Builds one tree in a process of its own, and prints its time and the most memory that the process ever held. */
const count = Number(process.argv[2]);
const started = performance.now();
const { nodes } = await buildClaimTree(randomClaims(count));
const seconds = (performance.now() - started) / 1_000;
await delay(0);
// Kilobytes on Linux and on macOS alike: libuv makes them the same.
const peakMegabytes = process.resourceUsage().maxRSS / 1_024;
process.stdout.write(JSON.stringify({ seconds, peakMegabytes, root: rootOf(nodes) }));

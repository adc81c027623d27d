import { ConsoleLogger } from '@nestjs/common';
import { Backoff } from '../../../apps/indexer/src/leadership/backoff.js';
import { NodeServer } from '../../support/model-chain/faulty-node.js';
import { ModelChain } from '../../support/model-chain/model-chain.js';
import { ThrottledNode } from '../../support/model-chain/throttled-node.js';
import { TrialIndex } from '../../support/model-chain/trial-index.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { median } from '../median.js';

/**
 * How many blocks a minute an index takes in of a node that serves only a part of the calls: in proportion to what is let
 * through, when only what was refused is asked for again. The same made-up chain over HTTP on loopback, five runs in turn.
 *
 *     npm run bench -- throttled          1,500 blocks
 *     npm run bench -- throttled 300      other numbers
 */
const SHARES = [0, 0.02, 0.15];
const RUNS = 5;
const blocks = Number(process.argv[2] ?? 1_500);

const chain = new ModelChain(1, {
  firstBlock: 0,
  apps: 5,
  foreignLogs: 0,
  timesGoBack: false,
  quietBlocks: 0,
  deepFork: false,
});
chain.mine(blocks);
const postgres = await OwnPostgres.start();
const index = await TrialIndex.open({ url: postgres.url, drop: () => postgres.remove() });
const server = await NodeServer.start();
const logger = new ConsoleLogger({ logLevels: [] });

interface Run {
  readonly blocksPerMinute: number;
  readonly callsPerBlock: number;
}

async function run(share: number): Promise<Run> {
  await index.empty();
  const node = new ThrottledNode(chain, share);
  const options = { startBlock: 0, maxRange: 2_000, finalityBlocks: 64, local: true };
  const backoff = new Backoff(logger, new AbortController().signal);
  const began = performance.now();
  const indexer = await index.follow(server.serve([node]), options, {});
  for (;;) {
    try {
      const { kind } = await indexer.step();
      backoff.reset();
      if (kind === 'level') break;
    } catch (error) {
      await backoff.wait(error);
    }
  }
  const minutes = (performance.now() - began) / 60_000;
  return { blocksPerMinute: chain.blocks.length / minutes, callsPerBlock: node.calls / chain.blocks.length };
}

try {
  console.log(`${chain.blocks.length} blocks; median of ${RUNS} runs in turn, after one that does not count`);
  const runs = SHARES.map((): Run[] => []);
  for (let i = -1; i < RUNS; i += 1)
    for (const [place, share] of SHARES.entries()) {
      const one = await run(share);
      if (i >= 0) runs[place]?.push(one);
    }
  const most = median(runs[0]!.map(({ blocksPerMinute }) => blocksPerMinute));
  for (const [place, share] of SHARES.entries()) {
    const speed = median(runs[place]!.map(({ blocksPerMinute }) => blocksPerMinute));
    const calls = median(runs[place]!.map(({ callsPerBlock }) => callsPerBlock));
    console.log(
      `  ${(share * 100).toFixed(0).padStart(3)} % of calls throttled: ${speed.toFixed(0).padStart(7)} blocks a minute, ` +
        `${(speed / most).toFixed(2)} of unthrottled; ${calls.toFixed(2)} calls a block`,
    );
  }
} finally {
  await server.stop();
  await index.close();
}

import TestSequencer from '@jest/test-sequencer';

/** Suites of 25 s and more on two cores, the slowest first, as `npm test` prints them. */
const SLOWEST = [
  'test/chain/foreign-volume.chain-spec.ts',
  'test/e2e/up.e2e-spec.ts',
  'test/e2e/docs-operations.e2e-spec.ts',
  'test/chain/portfolio-positions.chain-spec.ts',
  'test/e2e/cache-servers.e2e-spec.ts',
  'test/chain/routed-trades.chain-spec.ts',
  'test/generate.tools-spec.ts',
  'test/chain/self-repair.chain-spec.ts',
  'test/chain/stream-trials.chain-spec.ts',
  'test/public-lists.int-spec.ts',
  'test/chain/signing/hostile-claims.chain-spec.ts',
  'test/chain/indexer-operators.chain-spec.ts',
  'test/chain/moments.chain-spec.ts',
  'test/chain/webhook-trials.chain-spec.ts',
  'test/chain/export.chain-spec.ts',
  'test/e2e/docs-page.e2e-spec.ts',
  'test/launch-report.int-spec.ts',
  'test/node-trials.int-spec.ts',
  'test/chain/maintenance-jobs.chain-spec.ts',
  'test/sdk-package.tools-spec.ts',
  'test/chain/indexer-kills.chain-spec.ts',
  'test/e2e/cache-hits.e2e-spec.ts',
  'test/chain/aggregator-trials.chain-spec.ts',
  'test/chain/stream-seconds.chain-spec.ts',
  'test/e2e/stream-standbys.e2e-spec.ts',
  'test/chain/keys-kills.chain-spec.ts',
  'test/chaos/stop.chaos-spec.ts',
  'test/chain/indexer-failover.chain-spec.ts',
  'test/chain/indexer-standby.chain-spec.ts',
];

/**
 * Jest begins with the slow suites of its last run. A clean clone has none: a slow suite that begins last keeps one worker
 * busy while the other has nothing to do.
 */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isSlow = ({ path }) => SLOWEST.some((suite) => path.endsWith(`/${suite}`));
    const positionOf = ({ path }) => SLOWEST.findIndex((suite) => path.endsWith(`/${suite}`));
    const slow = sorted.filter(isSlow).sort((one, other) => positionOf(one) - positionOf(other));
    return [...slow, ...sorted.filter((test) => !isSlow(test))];
  }
}

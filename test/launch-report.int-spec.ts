import { toAddress } from '@slipway/domain';
import { LOCAL_ADDRESSES } from '../apps/devnet/src/chain/local-addresses.js';
import { IndexFixture, dumpIndex } from './support/index-fixture.js';
import { DISTRIBUTOR } from './support/launch-report/acts.js';
import { comparing, differencesOf, type Json } from './support/launch-report/compare-reports.js';
import { DEFINITIONS } from './support/launch-report/plot.js';
import { findDifferences, readReports } from './support/launch-report/read-reports.js';
import { RecountChain } from './support/launch-report/recount-chain.js';
import { recountReport } from './support/launch-report/recount-report.js';
import { scoreReports, type NamingReport, type Score } from './support/launch-report/score.js';
import { GENESIS_TIME, mineScript, type Act, type Branch } from './support/launch-report/script-chain.js';
import { ScriptNode } from './support/launch-report/script-node.js';
import { writeScript } from './support/launch-report/script.js';
import { varyScript } from './support/launch-report/vary-script.js';
import { NodeServer } from './support/model-chain/faulty-node.js';
import { withClient } from './support/pg-client.js';
import { trials } from './support/trials.js';

/** One again: `SEED=7 npm run test:int -- test/launch-report`. */
const { SEED } = process.env;
const SEEDS = SEED === undefined ? Array.from({ length: trials(1, 12) }, (_, i) => 1 + i) : [Number(SEED)];

const LAUNCHES = 500;
const APPS_WITH_PAGES = 60;
const LAUNCHES_OF_FORKS = 100;

/** Of what reports name, and of what was planted. */
const LEAST = 0.99;

/** Differences that a failure shows. */
const SHOWN = 10;

const FORKS = 3;
/** So many are still not final. */
const FORK_BLOCKS = 50;
const APPS_OF_FORK = 40;
const RESTARTS = 16;

const FEEDS = [toAddress(LOCAL_ADDRESSES.priceFeed)];

/** By which the index knows the distributor. */
const addProgram = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO programs (id, name, reward_token, reward_symbol, distributor, emissions_per_day, starts_at, ends_at,
        planned_ends_at, rule, eligibility, allocations_public)
      VALUES ('a', 'A', $1, 'SLIP', $2, 1, 'epoch', now(), now(), 'list', 'All.', true)`,
      [LOCAL_ADDRESSES.platformToken, toAddress(DISTRIBUTOR)],
    );
  });

describe.each(SEEDS)('reports of launches of which it is known who did what, seed %d', (seed) => {
  let server: NodeServer;

  beforeAll(async () => {
    server = await NodeServer.start();
  });

  afterAll(async () => {
    await server.stop();
  });

  describe('of an index that was made at once', () => {
    let chain: RecountChain;
    let index: IndexFixture;
    let reports: Json[];
    let scores: Score[];

    beforeAll(async () => {
      const { acts, truth } = writeScript(seed, LAUNCHES);
      const branch = mineScript(acts, `chain ${seed}`);
      chain = new RecountChain(branch.blocks, [DISTRIBUTOR]);
      const [url] = server.serve([new ScriptNode(branch.blocks)]);
      index = await IndexFixture.open(url!, { maxRange: 500 }, addProgram);
      await index.catchUp();
      reports = await readReports(index.database.url, [...chain.apps.keys()]);
      scores = scoreReports(reports as unknown as NamingReport[], truth, branch.hashes);
      for (const { definition, planted, precision, recall } of scores)
        process.stdout.write(
          `${definition}, seed ${seed}: ${planted} planted, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}\n`,
        );
    });

    afterAll(async () => {
      await index.close();
    });

    it.each(DEFINITIONS)('name who was planted, and nobody else: %s', (name) => {
      const { planted, precision, recall, wrong, missed } = scores.find(
        ({ definition }) => definition === name,
      )!;
      expect(planted).toBeGreaterThan(100);
      if (precision < LEAST) expect(wrong.slice(0, SHOWN)).toEqual([]);
      if (recall < LEAST) expect(missed.slice(0, SHOWN)).toEqual([]);
      expect(Math.min(precision, recall)).toBeGreaterThanOrEqual(LEAST);
    });

    it('are what the raw logs say', () => {
      const apps = [...chain.apps.values()];
      expect(apps).toHaveLength(LAUNCHES);
      const differences = apps.flatMap((facts, i) => differencesOf(reports[i]!, recountReport(chain, facts)));
      expect(differences.slice(0, SHOWN)).toEqual([]);
      expect(new Set(reports.map(({ knownFrom }) => knownFrom))).toEqual(new Set([0]));
    });

    it('are on the pages of apps too', async () => {
      const some = [...chain.apps.values()].slice(0, APPS_WITH_PAGES);
      const tokens = some.map(({ launched }) => launched.token);
      const pages = await readReports(index.database.url, tokens, '');
      const differences = some.flatMap((facts, i) => {
        const { creator, associates, firstBlockBuyers, bundledShare } = recountReport(chain, facts);
        const heldShare = (of: unknown): number => (of as { heldShare: number }).heldShare;
        const figures = {
          creatorAndAssociatesShare: heldShare(creator) + heldShare(associates),
          firstBlockBuyersHeldShare: heldShare(firstBlockBuyers),
          bundledShare,
        };
        return [...comparing(pages[i]!['launchReport'], figures, facts.launched.token)];
      });
      expect(differences.slice(0, SHOWN)).toEqual([]);
    });
  });

  describe('of an index that followed branches that were left, and began anew again and again', () => {
    let acts: readonly Act[];
    let branch: Branch;
    let chain: RecountChain;
    let node: ScriptNode;
    let url: string;
    let index: IndexFixture;
    const differences: string[] = [];
    let rollbacks = 0;
    let lost = 0;

    const follow = async (blocks: ScriptNode['blocks']): Promise<void> => {
      node.blocks = blocks;
      const steps = await index.catchUp();
      rollbacks += steps.filter(({ kind }) => kind === 'rolled-back').length;
    };

    /** Another branch after a block, which is left again by whoever reads on. */
    const followFork = async (block: number): Promise<void> => {
      const stays = branch.blocks.slice(0, block + 1);
      await follow(branch.blocks.slice(0, block + FORK_BLOCKS));
      const varied = varyScript(acts, stays.at(-1)!.timestamp - GENESIS_TIME, seed + block);
      const fork = mineScript(varied, `leaves ${seed} ${block}`, { blocks: stays, hashes: new Map() });
      await follow(fork.blocks.slice(0, block + 1 + FORK_BLOCKS));
      const recounted = new RecountChain(node.blocks, [DISTRIBUTOR]);
      lost += [...chain.apps.values()].filter(
        ({ launched }) => launched.block <= block + FORK_BLOCKS && !recounted.apps.has(launched.token),
      ).length;
      differences.push(...(await findDifferences(index.database.url, recounted, APPS_OF_FORK)));
    };

    beforeAll(async () => {
      ({ acts } = writeScript(10_000 + seed, LAUNCHES_OF_FORKS));
      branch = mineScript(acts, `stays ${seed}`);
      chain = new RecountChain(branch.blocks, [DISTRIBUTOR]);
      node = new ScriptNode(branch.blocks.slice(0, 1));
      [url] = server.serve([node]) as [string];
      index = await IndexFixture.open(url, {}, addProgram);
      const busy = branch.blocks.filter(
        ({ market }) => market.apps.length > 0 && market.apps.length < LAUNCHES_OF_FORKS - 6,
      );
      const [first, last] = [busy[0]!.number, busy.at(-1)!.number - FORK_BLOCKS];
      const place = (part: number): number => first + Math.floor((last - first) * part);
      const stops = [
        ...Array.from({ length: RESTARTS }, (_, i) => ({
          block: place((i + 0.5) / RESTARTS),
          isFork: false,
        })),
        ...Array.from({ length: FORKS }, (_, i) => ({ block: place((i + 1) / FORKS), isFork: true })),
      ].toSorted((a, b) => a.block - b.block);
      for (const { block, isFork } of stops) {
        if (isFork) await followFork(block);
        else await follow(branch.blocks.slice(0, block + 1));
        await index.restart(FEEDS);
      }
      await follow(branch.blocks);
    });

    afterAll(async () => {
      await index.close();
    });

    it('were those of each branch', () => {
      expect(rollbacks).toBeGreaterThanOrEqual(2 * FORKS);
      expect(lost).toBeGreaterThan(0);
      expect(differences.slice(0, SHOWN)).toEqual([]);
    });

    it('are what the raw logs say, and the rows those of a fresh index', async () => {
      expect((await findDifferences(index.database.url, chain)).slice(0, SHOWN)).toEqual([]);
      const fresh = await IndexFixture.open(url, { maxRange: 500 }, addProgram);
      try {
        await fresh.catchUp();
        const [own, other] = [await dumpIndex(index.database.url), await dumpIndex(fresh.database.url)];
        for (const table of ['fundings', 'liquidity_transfers', 'round_trips']) {
          expect(other[table]!.length).toBeGreaterThan(10);
          expect(own[table]).toEqual(other[table]);
        }
      } finally {
        await fresh.close();
      }
    });
  });
});

import { FAULT_NAMES } from './support/model-chain/faults.js';
import { runApart } from './support/model-chain/run-apart.js';
import type { Found } from './support/model-chain/trial.js';
import { tellTrial, trials } from './support/trials.js';

/** One again: `SEED=77 npm run test:int -- test/node-trials`. */
const { SEED } = process.env;
const SEEDS = trials(24, 10_000);
const [FIRST, LAST] = SEED === undefined ? [1, SEEDS] : [Number(SEED), Number(SEED)];

/** Two cores, where nothing else runs. */
const PROCESSES = trials(1, 2);

/** On a machine that others use too. */
const LONGEST_MS = 600_000;

describe('an index of nodes that are faulty, alone and together', () => {
  const found: Found[] = [];

  beforeAll(
    async () => {
      const each = Math.ceil((LAST - FIRST + 1) / PROCESSES);
      const began = performance.now();
      const tell = (one: Found): void => {
        found.push(one);
        if (one.wrong !== null)
          tellTrial(
            `SEED=${one.seed} ${one.nodes.map((names) => names.join('+')).join(' | ')}: ${one.wrong}`,
          );
        if (found.length % 100 === 0)
          tellTrial(
            `${found.length} trials, ${Math.round((performance.now() - began) / found.length)} ms each`,
          );
      };
      await Promise.all(
        Array.from({ length: PROCESSES }, (_, i) => {
          const first = FIRST + i * each;
          return runApart([String(first), String(Math.min(LAST, first + each - 1))], tell);
        }),
      );
    },
    trials(LONGEST_MS, 36 * LONGEST_MS),
  );

  it('is row for row that of a sound node, or stands still and says why', () => {
    expect(found.filter(({ wrong }) => wrong !== null)).toEqual([]);
    expect(found).toHaveLength(LAST - FIRST + 1);
  });

  it('met every fault that it was to meet', () => {
    if (SEED !== undefined) return;
    const done = new Set(found.flatMap((one) => Object.keys(one.done)));
    // A sound node beside it may be asked all the time: of few trials some faults are not met in any.
    expect(done.size).toBeGreaterThanOrEqual(trials(FAULT_NAMES.length * 0.4, FAULT_NAMES.length));
  });
});

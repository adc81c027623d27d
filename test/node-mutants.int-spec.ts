import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MUTANTS, patched } from './support/model-chain/mutants.js';
import { runApart } from './support/model-chain/run-apart.js';
import { tellTrial, trials } from './support/trials.js';

/** Of defects that are planted one at a time; in CI the first few, which show at once. */
const PLANTED = MUTANTS.slice(0, trials(3, MUTANTS.length));
const SEEDS = trials(40, 500);

/** On a machine that others use too. */
const LONGEST_MS = 600_000;

describe('a defect in what reads the chain', () => {
  it.each(MUTANTS)('fits the source: $name', async (mutant) => {
    const source = await readFile(mutant.file, 'utf8');
    expect(patched(mutant, source)).not.toBe(source);
  });

  describe('is found by trials', () => {
    const file = path.join(tmpdir(), `faultless-${process.pid}.json`);

    beforeAll(() => runApart(['1', String(SEEDS), '--write', file]), LONGEST_MS);

    it.each(PLANTED)(
      '$name',
      async ({ name }) => {
        const all = await runApart(['1', String(SEEDS), '--mutant', name, '--read', file]);
        const last = all.at(-1);
        tellTrial(`${name}: of ${SEEDS} seeds, seed ${all.length}: ${last?.wrong ?? 'not found'}`);
        expect(last?.wrong).toEqual(expect.any(String));
      },
      2 * LONGEST_MS,
    );
  });
});

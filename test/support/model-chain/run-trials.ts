import { readFile, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { hurryTime } from './fast-time.js';
import type { FaultName } from './faults.js';
import { MUTANTS } from './mutants.js';

/**
 * Runs trials from one seed up to another, and prints what each found, a line of JSON each.
 *
 *     node dist/test/support/model-chain/run-trials.js 1 40
 *     .. --fault late-logs --fault http-429    of these faults only
 *     .. --write FILE                          instead, writes what their chains give without faults
 *     .. --mutant NAME --read FILE             with a defect planted, until it is found
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    fault: { type: 'string', multiple: true },
    mutant: { type: 'string' },
    read: { type: 'string' },
    write: { type: 'string' },
  },
});
const [from = 1, to = from] = positionals.map(Number);
if (values.mutant !== undefined) {
  const data = MUTANTS.find(({ name }) => name === values.mutant);
  if (data === undefined) throw new Error(`no mutant ${values.mutant}`);
  register('./mutant-loader.js', import.meta.url, { data });
}
hurryTime();
// Not before the defect is planted.
const { Trials } = await import('./trial.js');
const known = values.read === undefined ? '{}' : await readFile(values.read, 'utf8');
const trials = await Trials.start(new Map(Object.entries(JSON.parse(known) as Record<string, string>)));
if (values.write !== undefined) {
  const faultless = await trials.readFaultless(from, to);
  await writeFile(values.write, JSON.stringify(Object.fromEntries(faultless)));
} else
  for (let seed = from; seed <= to; seed += 1) {
    const found = await trials.run(seed, values.fault as FaultName[] | undefined);
    process.stdout.write(`${JSON.stringify(found)}\n`);
    if (values.mutant !== undefined && found.wrong !== null) break;
  }
await trials.stop();
// Requests that hang are not waited for.
process.exit();

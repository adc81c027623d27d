import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { renderBurnTests } from './render-burn-tests.mjs';
import { renderDashboard } from './render-dashboard.mjs';
import { renderRules } from './render-rules.mjs';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/operate/monitoring');

const read = (name) => readFileSync(path.join(FOLDER, name), 'utf8');
const slo = parse(read('slo.yaml'));
const files = {
  'slipway.rules.yaml': renderRules(slo),
  'slipway.burns.test.yaml': renderBurnTests(slo),
  'slipway.dashboard.json': renderDashboard(slo),
};

/** Writes what slo.yaml makes; with `--check` it writes nothing, and fails when a file is another. */
for (const [name, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) writeFileSync(path.join(FOLDER, name), text);
  else if (read(name) !== text)
    throw new Error(`${name} is not what slo.yaml makes: npm run write -- monitoring`);
}

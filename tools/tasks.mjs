import { spawnSync } from 'node:child_process';

/** `npm run check [-- NAME ..]`, all of them without a name, and `npm run write -- NAME [arguments]`: what is seldom called by itself. */
const BUILD = 'node tools/build.mjs';
const CONTRACTS = `${BUILD} && node dist/apps/devnet/src/build-contracts.js`;
const TASKS = {
  check: {
    format: 'prettier --check --log-level warn .',
    'dead-code': 'knip --config knip.config.mjs --treat-config-hints-as-errors',
    migrations: 'node tools/record-migrations.mjs --check',
    openapi: `${BUILD} && node dist/apps/api/src/openapi-file.js check`,
    'openapi-form':
      'redocly lint apps/api/openapi.json && spectral lint --fail-severity=hint apps/api/openapi.json',
    'openapi-breaking': `${BUILD} && node dist/apps/api/src/openapi/check-breaking-changes.js`,
    contracts: `${CONTRACTS} --check`,
  },
  write: {
    contracts: CONTRACTS,
    lockfile: 'node .ci/complete-lockfile.mjs',
    migrations: 'node tools/record-migrations.mjs',
    monitoring: 'node tools/monitoring/write-monitoring.mjs',
    screenshots: `${BUILD} test/screenshots && node dist/test/screenshots/market-page.js`,
    structure: 'node tools/count-structure.mjs',
  },
};

const [kind, ...words] = process.argv.slice(2);
const tasks = TASKS[kind];
const [name, ...args] = words;
const isTask = (word) => Object.hasOwn(tasks, word ?? '');
if (kind === 'write' ? !isTask(name) : !words.every(isTask)) {
  console.error(`npm run ${kind} -- NAME, one of: ${Object.keys(tasks).join(', ')}`);
  process.exit(2);
}
const commands =
  kind === 'write'
    ? [[tasks[name], ...args.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)].join(' ')]
    : (words.length > 0 ? words : Object.keys(tasks)).map((word) => tasks[word]);
for (const command of commands) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

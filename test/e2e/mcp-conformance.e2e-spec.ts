import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { IndexedDatabase } from '../support/indexed-database.js';
import { startApi, type RunningApi } from '../support/running-api.js';

/** The suite's program takes `fs.globSync`, which older ones do not have. */
const NEEDED = 22;
const isServed = Number(process.versions.node.split('.')[0]) >= NEEDED;
const title = isServed ? '' : ` [skipped: needs Node.js ${NEEDED}]`;

const SUITE = path.resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
const EXPECTED_FAILURES = 'test/e2e/mcp-conformance.yml';

/** Scenarios that apply to this service, by revision: the others want tools, resources or prompts of the suite's own server. */
const APPLICABLE = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'tools-list',
    'dns-rebinding-protection',
    'http-header-validation',
    'server-sse-multiple-streams',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
} as const;

(isServed ? describe : describe.skip)(`/mcp and the official conformance suite${title}`, () => {
  let database: IndexedDatabase;
  let api: RunningApi;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    api = await startApi(database.url);
  });

  afterAll(async () => {
    await api.close();
    await database.close();
  });

  it.each(Object.entries(APPLICABLE))(
    `passes all that revision %s requires, but for what ${EXPECTED_FAILURES} gives a reason for`,
    async (revision, applicable) => {
      const { code, output } = await runSuite([
        ...['server', '--url', `${api.origin}/mcp`],
        ...['--requirements', revision, '--expected-failures', EXPECTED_FAILURES],
      ]);
      const summary = output.slice(output.indexOf('=== SUMMARY ==='));
      expect({ code, summary }).toEqual({ code: 0, summary: expect.stringContaining('Total: ') as string });
      const passed = [...summary.matchAll(/^✓ ([\w-]+): ([1-9]\d*) passed, 0 failed/gm)].map(
        ([, name]) => name,
      );
      expect(passed).toEqual(expect.arrayContaining([...applicable]));
    },
  );
});

/** Runs the suite's command line to its end. */
async function runSuite(words: readonly string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [SUITE, ...words]);
    return { code: 0, output: stripVTControlCharacters(stdout) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stripVTControlCharacters(stdout + stderr) };
  }
}

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const TOOL = path.join(ROOT, 'tools/test-changed/related-suites.mjs');

const SUITE = {
  ofKeccak: 'libs/reward-programs/src/merkle/claim-tree.spec.ts',
  ofIndexer: 'test/chain/indexer-kills.chain-spec.ts',
  ofOpenapi: 'test/e2e/http-docs.e2e-spec.ts',
  ofDecoding: 'libs/protocols/src/slipway/events.spec.ts',
  ofCompose: 'test/compose.spec.ts',
  ofWeb: 'test/e2e/web.e2e-spec.ts',
  ofDocsPage: 'test/e2e/docs-page.e2e-spec.ts',
  ofPictures: 'test/e2e/pictures.e2e-spec.ts',
  ofLint: 'test/lint-rules.tools-spec.ts',
  ofImports: 'test/import-rules.tools-spec.ts',
  ofDeadCode: 'test/dead-code.tools-spec.ts',
  ofGenerate: 'test/generate.tools-spec.ts',
  ofExamples: 'test/chain/documented-examples.chain-spec.ts',
  ofDocuments: 'test/documents.spec.ts',
  ofStatements: 'test/statements.spec.ts',
  ofSettings: 'test/env-example.spec.ts',
  ofResponses: 'test/e2e/apps.e2e-spec.ts',
  ofMonitoring: 'test/monitoring.tools-spec.ts',
  ofManifests: 'test/kubernetes.tools-spec.ts',
  ofKubernetes: 'test/kubernetes.spec.ts',
  ofSdk: 'libs/sdk/src/client.spec.ts',
};

const CHANGES = {
  keccak: 'libs/reward-programs/src/merkle/keccak.ts',
  indexer: 'apps/indexer/src/main.ts',
  compose: 'docker-compose.yml',
  migration: 'prisma/migrations/1_x/migration.sql',
  packages: 'package.json',
  component: 'apps/web/src/home/app-card.tsx',
  sdk: 'libs/sdk/src/client.ts',
  docsPage: 'apps/api/docs-page/page.css',
  embedPage: 'apps/api/embed-page/page.ts',
  lint: 'eslint.config.mjs',
  imports: '.dependency-cruiser.mjs',
  deadCode: 'knip.config.mjs',
  schematic: 'tools/schematics/module/files/__name__.service.ts.template',
  example: 'docs/build/portfolio.md',
  limits: 'docs/build/limits.md',
  design: 'docs/design/reads.md',
  changelog: 'CHANGELOG.md',
  statement: 'apps/api/src/modules/apps/activity/activity.repository.ts',
  settings: 'libs/settings/src/api-settings.ts',
  checkResponse: 'test/support/http/check-response.ts',
  checkedFetch: 'test/support/http/checked-fetch.ts',
  rules: 'tools/monitoring/render-rules.mjs',
  manifest: 'deploy/kubernetes/new.yaml',
  renderSdk: 'tools/sdk/render-sdk.mjs',
};

describe('npm run test:changed', () => {
  let suites: Readonly<Record<keyof typeof CHANGES, readonly string[]>>;

  beforeAll(async () => {
    const program = `import { readSources, relatedSuites } from ${JSON.stringify(TOOL)};
      const sources = await readSources(${JSON.stringify(ROOT)});
      const changes = Object.entries(${JSON.stringify(CHANGES)});
      const suites = changes.map(([name, file]) => [name, relatedSuites(sources, [file])]);
      process.stdout.write(JSON.stringify(Object.fromEntries(suites)));`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    suites = JSON.parse(stdout) as typeof suites;
  });

  it('finds the suites that import a changed file through other libraries, and no others', () => {
    expect(suites.keccak).toContain(SUITE.ofKeccak);
    expect(suites.keccak).not.toContain(SUITE.ofDecoding);
  });

  it('finds the suites that start the compiled program of a changed file', () => {
    expect(suites.indexer).toContain(SUITE.ofIndexer);
  });

  it('finds the suites that read a changed document', () => {
    expect(suites.compose).toContain(SUITE.ofCompose);
    expect(suites.compose).not.toContain(SUITE.ofDecoding);
  });

  it.each([
    ['example', 'ofExamples'],
    ['limits', 'ofExamples'],
    ['manifest', 'ofManifests'],
    ['manifest', 'ofKubernetes'],
  ] as const)('finds by %s, a file below a folder that it reads, %s', (change, suite) => {
    expect(suites[change]).toContain(SUITE[suite]);
    expect(suites[change]).not.toContain(SUITE.ofDecoding);
  });

  it.each(['limits', 'design', 'changelog', 'statement', 'schematic'] as const)(
    'finds by %s the suites that read every file of the repository',
    (change) => {
      expect(suites[change]).toEqual(expect.arrayContaining([SUITE.ofDocuments]));
    },
  );

  it.each(['checkResponse', 'checkedFetch'] as const)(
    'finds by %s the suites of projects that set it up, and no others',
    (change) => {
      expect(suites[change]).toEqual(expect.arrayContaining([SUITE.ofResponses, SUITE.ofIndexer]));
      expect(suites[change]).not.toContain(SUITE.ofDecoding);
    },
  );

  it.each([
    ['settings', 'ofSettings'],
    ['rules', 'ofMonitoring'],
    ['renderSdk', 'ofSdk'],
  ] as const)('finds by %s, of a tool, %s', (change, suite) => {
    expect(suites[change]).toContain(SUITE[suite]);
    expect(suites[change]).not.toContain(SUITE.ofKeccak);
  });

  it.each([
    ['component', 'ofWeb'],
    ['sdk', 'ofWeb'],
    ['docsPage', 'ofDocsPage'],
    ['embedPage', 'ofPictures'],
    ['lint', 'ofLint'],
    ['imports', 'ofImports'],
    ['deadCode', 'ofDeadCode'],
    ['schematic', 'ofGenerate'],
    ['statement', 'ofStatements'],
  ] as const)('finds by %s, which no suite imports, %s', (change, suite) => {
    expect(suites[change]).toContain(SUITE[suite]);
    expect(suites[change]).not.toContain(SUITE.ofKeccak);
  });

  it.each(['keccak', 'indexer', 'component'] as const)(
    'finds by %s the suite that looks for imports against the rules, which reads every source',
    (change) => {
      expect(suites[change]).toContain(SUITE.ofImports);
    },
  );

  it('finds every suite with a database for a migration, and every suite for a package', () => {
    expect(suites.migration).toContain(SUITE.ofIndexer);
    expect(suites.migration).not.toContain(SUITE.ofDecoding);
    expect(suites.packages).toEqual(expect.arrayContaining(Object.values(SUITE)));
  });
});

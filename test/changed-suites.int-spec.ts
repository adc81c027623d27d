import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const TOOL = path.join(ROOT, 'tools/test-changed/related-suites.mjs');

const SUITE = {
  ofKeccak: 'libs/merkle/src/claim-tree.spec.ts',
  ofIndexer: 'test/chain/indexer-kills.chain-spec.ts',
  ofOpenapi: 'test/e2e/http-docs.e2e-spec.ts',
  ofDecoding: 'libs/chain/src/decode-log.spec.ts',
  ofCompose: 'test/compose.spec.ts',
};

const CHANGES = {
  keccak: 'libs/merkle/src/keccak.ts',
  indexer: 'apps/indexer/src/main.ts',
  compose: 'docker-compose.yml',
  migration: 'prisma/migrations/1_x/migration.sql',
  packages: 'package.json',
};

describe('npm run test:changed', () => {
  let suites: Readonly<Record<keyof typeof CHANGES, readonly string[]>>;

  beforeAll(async () => {
    const program = `import { readSources, relatedSuites } from ${JSON.stringify(TOOL)};
      const sources = await readSources(${JSON.stringify(ROOT)});
      const changes = Object.entries(${JSON.stringify(CHANGES)});
      const suites = changes.map(([name, file]) => [name, relatedSuites(sources, [file])]);
      process.stdout.write(JSON.stringify(Object.fromEntries(suites)));`;
    const args = ['--input-type=module', '-e', program];
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

  it('finds every suite with a database for a migration, and every suite for a package', () => {
    expect(suites.migration).toContain(SUITE.ofIndexer);
    expect(suites.migration).not.toContain(SUITE.ofDecoding);
    expect(suites.packages).toEqual(expect.arrayContaining(Object.values(SUITE)));
  });
});

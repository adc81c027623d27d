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

async function related(...changed: string[]): Promise<string[]> {
  const program = `import { relatedSuites } from ${JSON.stringify(TOOL)};
    process.stdout.write(JSON.stringify(await relatedSuites(process.argv[1], process.argv.slice(2))));`;
  const args = ['--input-type=module', '-e', program, ROOT, ...changed];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout) as string[];
}

describe('npm run test:changed', () => {
  it('finds the suites that import a changed file through other libraries, and no others', async () => {
    const suites = await related('libs/merkle/src/keccak.ts');
    expect(suites).toContain(SUITE.ofKeccak);
    expect(suites).not.toContain(SUITE.ofDecoding);
  });

  it('finds the suites that start the compiled program of a changed file', async () => {
    expect(await related('apps/indexer/src/main.ts')).toContain(SUITE.ofIndexer);
  });

  it('finds the suites that read a changed document', async () => {
    expect(await related('docker-compose.yml')).toEqual([SUITE.ofCompose]);
  });

  it('finds every suite with a database for a migration, and every suite for a package', async () => {
    const ofMigration = await related('prisma/migrations/1_x/migration.sql');
    expect(ofMigration).toContain(SUITE.ofIndexer);
    expect(ofMigration).not.toContain(SUITE.ofDecoding);
    expect(await related('package.json')).toEqual(expect.arrayContaining(Object.values(SUITE)));
  });
});

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  findReadsWithoutHead,
  findSharedNames,
  readChainTables,
  readSources,
  readStatements,
} from './support/read-statements.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const listFiles = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file}`,
  );

/** Statements of the API that may read the chain without the head, and why. */
const WITHOUT_HEAD: Readonly<Record<string, string>> = {
  CLAIMABLE_PROGRAMS:
    'says whether a reward token is an app, which it stays; the payload is of the block that the node is asked at',
  NAME_NEIGHBOURS: 'runs in the snapshot of LAUNCH_RECORD, which reads the head',
  PUBLIC_TREE: 'a tree is named by its root: its response holds at any block with that root',
  STALE_ROOTS: 'is a metric',
};

describe('statements', () => {
  const sources = readSources(
    ROOT,
    ['apps/api/src', 'apps/indexer/src', 'apps/ops/src', 'libs'].flatMap(listFiles),
  );
  const statements = readStatements(sources);
  const { tables, models } = readChainTables(readFileSync(path.join(ROOT, 'prisma/schema.prisma'), 'utf8'));
  const ofApi = statements.filter(({ file }) => file.startsWith('apps/api/'));

  it('are found, and the tables that they read', () => {
    const symbols = statements.map(({ symbol }) => symbol);
    expect(symbols).toEqual(
      expect.arrayContaining(['APP_PAGE', 'rankAppsSql', 'candlesSql', 'WALLET_PROOFS']),
    );
    expect(tables).toEqual(expect.arrayContaining(['apps', 'app_rows', 'trades', 'indexed_head']));
    expect(models).toEqual(expect.arrayContaining(['appStats', 'indexedHead']));
  });

  it('have each a name of their own', () => {
    expect(findSharedNames(statements)).toEqual([]);
  });

  it('of the API read the chain beside the head', () => {
    const mistakes = findReadsWithoutHead(
      ofApi.filter(({ symbol }) => !(symbol in WITHOUT_HEAD)),
      tables,
    );
    expect(mistakes).toEqual([]);
    expect(findReadsWithoutHead(ofApi, tables)).toHaveLength(Object.keys(WITHOUT_HEAD).length);
  });

  it('are the only way of the API to the chain', () => {
    expect(findModelReads(sources, models)).toEqual([]);
    const breach = {
      'apps/api/src/apps.repository.ts': `this.prisma.app.findMany(); this.prisma.origin.count();
        this.database
          .app.findFirst(); const { app } = this.prisma; this.prisma.$queryRaw\`SELECT 1\`; this.prisma.$transaction(read);`,
    };
    expect(findModelReads(breach, ['app'])).toEqual(
      ['.app.findMany(', '.app.findFirst(', '{ app } = this.prisma', '.$queryRaw', '.$transaction'].map(
        (found) => `apps/api/src/apps.repository.ts: ${found}`,
      ),
    );
  });

  it('compare text by no collation but "C"', () => {
    expect(findCollations(sources)).toEqual([]);
    const breach = { 'a.sql.ts': 'ORDER BY a.name collate\n"en-x-icu", a.token COLLATE "C", b COLLATE de' };
    expect(findCollations(breach)).toEqual(['a.sql.ts: collate\n"en-x-icu"', 'a.sql.ts: COLLATE de']);
  });
});

describe('a mistake', () => {
  const found = readStatements({
    'one.sql.ts': `
      export const ONE: HeadStatement<[], {}> = { name: 'apps-newest', text: \`SELECT h.* FROM indexed_head h, apps\` };
      const APPS = 'SELECT * FROM apps';
      export const TWO = { name: 'two', text: \`SELECT \${APPS}\` };`,
    'other.sql.ts': `
      const HEAD = 'SELECT FROM indexed_head';
      export const of = (sort: string) => ({ name: \`apps-\${sort}\`, text: \`WITH h AS (\${HEAD}) SELECT FROM trades\` });
      export function three() { return statementOf('two', null, 'SELECT 1'); }`,
    'some.repository.ts': `class A { read() { return this.prisma.$run({ text: 'SELECT * FROM "apps"' }); } }`,
    'third.sql.ts': `
      const NAME = 'three';
      const SQL = 'SELECT FROM programs p, trades t -- FROM head';
      export const THREE = { name: NAME, text: SQL };
      export const FOUR = { ...THREE, name: 'three' };
      export const FIVE = { 'name': 'five', 'text': 'SELECT ' + '1 FROM ONLY chain.trades' };
      export function six() { const text = ['SELECT', 'FROM apps'].join(' '); return { name: 'six', text }; }`,
  });

  it('in a name is named, computed ones too', () => {
    expect(findSharedNames(found)).toEqual([
      '"apps-newest" names ONE of one.sql.ts and of of other.sql.ts',
      '"two" names TWO of one.sql.ts and three of other.sql.ts',
      '"three" names THREE of third.sql.ts and FOUR of third.sql.ts',
    ]);
  });

  it('in what is read is named, in fragments too', () => {
    expect(findReadsWithoutHead(found, ['apps', 'trades'])).toEqual([
      'TWO of one.sql.ts reads the chain without the head',
      'read of some.repository.ts reads the chain without the head',
      ...['THREE', 'FOUR', 'FIVE', 'six'].map(
        (symbol) => `${symbol} of third.sql.ts reads the chain without the head`,
      ),
    ]);
  });
});

/** Reads of the chain's tables by Prisma's models in the API, and SQL that is no statement: they name no block. */
function findModelReads(sources: Readonly<Record<string, string>>, models: readonly string[]): string[] {
  const model = `(?:${models.join('|')})`;
  const reads = new RegExp(
    [
      String.raw`\.${model}\s*\.\s*(?:find|count|aggregate|groupBy)\w*\(`,
      String.raw`\{[^{}]*\b${model}\b[^{}]*\}\s*=\s*this\.(?:prisma|database)\b`,
      String.raw`\.\$(?:queryRaw|executeRaw|transaction)\w*`,
    ].join('|'),
    'g',
  );
  return Object.entries(sources)
    .filter(([file]) => file.startsWith('apps/api/'))
    .flatMap(([file, source]) => [...source.matchAll(reads)].map(([found]) => `${file}: ${found}`));
}

function findCollations(sources: Readonly<Record<string, string>>): string[] {
  return Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/\bCOLLATE\s+(?!"C")\S+/gi)].map(([found]) => `${file}: ${found.replace(/,$/, '')}`),
  );
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '@slipway/http';
import { READINESS_REASONS, READINESS_WARNINGS } from '../apps/api/src/platform/health/check-readiness.js';
import { repositoryFiles } from './support/repository-files.js';

const ROOT = path.resolve(import.meta.dirname, '..');

const files = repositoryFiles();
const documents = files.filter((file) => /^(docs\/.*|(apps|libs)\/.*\/README|[^/]+)\.md$/.test(file));

interface SchemaOf {
  readonly properties?: object;
  readonly allOf?: readonly (SchemaOf & { readonly $ref?: string })[];
}

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, SchemaOf>> };
}

describe('the documents', () => {
  it.each(documents)('%s links to files and headings that exist', (document) => {
    expect(linksOf(document).filter((link) => !leadsSomewhere(document, link))).toEqual([]);
  });

  it.each(documents)('%s names commands that there are', (document) => {
    const commands = [...read(document).matchAll(/npm run (?:--silent )?([\w:-]+)(?: -- ([a-z][\w-]*))?/g)];
    expect(
      commands.filter(([, script = '', task]) => !isCommand(script, task)).map(([text]) => text),
    ).toEqual([]);
  });

  it('README.md has at most 130 lines', () => {
    expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(130);
  });

  it('each extra has a page of at most 15 lines', () => {
    const folders = files.map((file) => /^apps\/api\/src\/extras\/([^/]+)\//.exec(file)?.[1]);
    const extras = [...new Set(folders.filter((name) => name !== undefined))];
    expect(extras.length).toBeGreaterThan(5);
    for (const extra of extras)
      expect(read(`apps/api/src/extras/${extra}/README.md`).split('\n').length - 1).toBeLessThanOrEqual(15);
  });

  it('docs/build/leave.md leads from the fields of others to fields that there are', () => {
    const { components } = JSON.parse(read('apps/api/openapi.json')) as Description;
    const propertiesOf = ({ properties = {}, allOf = [] }: SchemaOf): string[] => [
      ...Object.keys(properties),
      ...allOf.flatMap(({ $ref, ...own }) =>
        propertiesOf(components.schemas[$ref?.split('/').at(-1) ?? ''] ?? own),
      ),
    ];
    const known = ['AppDetail', 'AppWindows', 'AppWindow'].flatMap((name) =>
      propertiesOf(components.schemas[name] ?? {}),
    );
    const rows = [...read('docs/build/leave.md').matchAll(/^\| [^/|]+\| [^|]+\| ([^|]+)\|$/gm)].map(
      ([, ours = '']) => ours,
    );
    const named = rows.flatMap((ours) => [...ours.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });

  it('the runbook has an entry for each reason and warning of readiness', () => {
    const entries = [...READINESS_REASONS, ...READINESS_WARNINGS];
    expect(headingsOf('docs/operate/runbook.md')).toEqual(expect.arrayContaining(entries));
  });

  it('the HTTP contract lists every error code under its status', () => {
    const rows = read('docs/http-contract.md').matchAll(/^\| (\d{3}) +\| (.*?) \|/gm);
    const listed = [...rows].flatMap(([, status, codes = '']) =>
      [...codes.matchAll(/`([a-z_]+)`/g)].map(([, code]) => [code, Number(status)]),
    );
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    );
  });
});

describe('what cites the HTTP contract', () => {
  const sections = new Map(
    withoutCode('docs/http-contract.md')
      .split(/^## (?=\d+\. )/m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('.')), section]),
  );

  it.each([
    ['(docs/http-contract.md section 3, Trade payload)', []],
    ['docs/http-contract.md section 7: x, and docs/http-contract.md sections 2 and 31', ['31']],
    ['(docs/http-contract.md section 7, Trade payload)', ['7, Trade payload']],
    ['(contract section 3)', ['section 3 of what document?']],
  ])('reads %j', (text, missing) => {
    expect(missingSections(text, sections)).toEqual(missing);
  });

  it('names sections and paragraphs that it has', () => {
    const missing = sourceFiles()
      .filter((file) => file !== 'test/documents.spec.ts')
      .flatMap((file) => missingSections(read(file), sections).map((section) => `${file}: ${section}`));
    expect(missing).toEqual([]);
  });
});

describe('the benchmarks', () => {
  it('name a commit for every table, before it or in each of its rows', () => {
    const COMMIT = /`[0-9a-f]{7}\^?`/;
    const blocks = read('docs/benchmarks.md').split(/\n{2,}/);
    let isNamed = false;
    const nameless: string[] = [];
    for (const block of blocks) {
      if (block.startsWith('#')) isNamed = false;
      else if (!block.startsWith('|')) isNamed ||= COMMIT.test(block);
      else {
        const [, , ...rows] = block.trimEnd().split('\n');
        if (!isNamed) nameless.push(...rows.filter((row) => !COMMIT.test(row)));
      }
    }
    expect(nameless).toEqual([]);
  });
});

/** Whether `npm run SCRIPT -- TASK` does something: benches are folders, checks and files to write are tasks of one program. */
function isCommand(script: string, task?: string): boolean {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
  if (!Object.hasOwn(scripts, script)) return false;
  if (task === undefined) return true;
  if (script === 'bench') return existsSync(path.join(ROOT, 'test/bench', task));
  return (
    !['check', 'write'].includes(script) || new RegExp(`^ +'?${task}'?:`, 'm').test(read('tools/tasks.mjs'))
  );
}

/** Sources of programs and tests; their comments cite. */
function sourceFiles(): string[] {
  return files.filter(
    (file) => /^(apps|libs|test|tools)\/.*[.](ts|tsx|mjs)$/.test(file) && !file.includes('/generated/'),
  );
}

/** Which of the sections and their paragraphs, `(docs/http-contract.md section 3, Positions)`, that a text cites are not there. */
function missingSections(text: string, sections: ReadonlyMap<string, string>): string[] {
  const cited = text
    .replaceAll(/\s*\n\s*(\*|\/\/)?\s*/g, ' ')
    .matchAll(
      /\b(docs\/http-)?contract(?:\.md)?,? sections? (\d+)(?: and (\d+))?(?:, ([A-Z][a-z]+(?: [a-z]+)?)\))?/gi,
    );
  return [...cited].flatMap(([, document, first = '', second, paragraph]) => {
    if (document === undefined) return [`section ${first} of what document?`];
    const numbers = second === undefined ? [first] : [first, second];
    const absent = numbers.filter((number) => !sections.has(number));
    if (absent.length > 0) return absent;
    const cites = numbers.map((number) => sections.get(number) ?? '');
    if (paragraph === undefined || cites.some((section) => section.includes(`**${paragraph}`))) return [];
    return [`${numbers.join(' and ')}, ${paragraph}`];
  });
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

function withoutCode(document: string): string {
  return read(document).replaceAll(/^```.*?^```$/gms, '');
}

function headingsOf(document: string): string[] {
  return [...withoutCode(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
}

/** Links and pictures that lead into the repository. */
function linksOf(document: string): string[] {
  const text = withoutCode(document).replaceAll(/`[^`\n]*`/g, 'code');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(document: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? document : path.join(path.dirname(document), file);
  if (!existsSync(path.join(ROOT, target))) return false;
  return anchor === undefined || headingsOf(target).map(toAnchor).includes(anchor);
}

/** A heading's name as code hosts write it. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

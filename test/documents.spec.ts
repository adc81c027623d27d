import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '@slipway/http';
import { READINESS_REASONS } from '../apps/api/src/health/check-readiness.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const DECISIONS = 'docs/decisions';
const SECTIONS = ['Context', 'Decision', 'Consequences', 'Status'];

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const decisions = readdirSync(path.join(ROOT, DECISIONS)).filter((name) => /^\d{4}-.*\.md$/.test(name));

describe('the documents', () => {
  it.each(documents)('%s links to files and headings that exist', (document) => {
    expect(linksOf(document).filter((link) => !leadsSomewhere(document, link))).toEqual([]);
  });

  it('README.md has at most 130 lines', () => {
    expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(130);
  });

  it('the runbook has an entry for each reason of readiness', () => {
    expect(headingsOf('docs/operate/runbook.md')).toEqual(expect.arrayContaining([...READINESS_REASONS]));
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

describe('the decision records', () => {
  it.each(decisions)('%s has a number, its four sections and a line in the index', (file) => {
    const [title, ...sections] = headingsOf(`${DECISIONS}/${file}`);
    expect(title).toMatch(new RegExp(`^${file.slice(0, 4)}: `));
    expect(sections.filter((heading) => SECTIONS.includes(heading))).toEqual(SECTIONS);
    expect(read(`${DECISIONS}/README.md`)).toContain(`](${file})`);
  });

  it('have each number once', () => {
    const numbers = decisions.map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

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

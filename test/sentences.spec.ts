import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NOUN_CLAUSE } from './support/noun-clause.js';
import { repositoryFiles } from './support/repository-files.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const MOST_WORDS = 20;

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'libs/sdk/README.md'],
  ...repositoryFiles()
    .filter((file) => /^docs\/.*\.md$/.test(file))
    .sort(),
];

describe(`sentences of at most ${MOST_WORDS} words`, () => {
  const twentyOne = 'word '.repeat(MOST_WORDS + 1).trimEnd();

  it.each([
    ['a sentence over two lines', `One.\n${twentyOne.replace(' ', '\n')}.`, [2]],
    ['a list item', `- one\n- ${twentyOne}`, [2]],
    ['the text after a colon', `One: ${twentyOne}`, [1]],
    ['the second of two paragraphs', `One.\n\n${twentyOne}`, [3]],
    ['text after a link and a span of code', `[a](b.md) \`c d\` ${twentyOne}`, [1]],
    ['twenty words', twentyOne.replace('word ', ''), []],
    ['two sentences', twentyOne.replace('word word', 'word.'), []],
    ['a link, which counts as its text', twentyOne.replace('word word', '[word](a b)'), []],
    ['a span of code, which counts as one word', twentyOne.replace('word word', '`word word. A`'), []],
    ['a span of code over two lines', twentyOne.replace('word word', '`word\nword`'), []],
    ['code', `\`\`\`sh\n${twentyOne}\n\`\`\``, []],
    ['a table', `| ${twentyOne} |`, []],
    ['a heading', `# ${twentyOne}`, []],
    ['front matter', `---\nname: ${twentyOne}\n---\n`, []],
    ['HTML', `<p title="${twentyOne}">\n<!-- ${twentyOne} -->`, []],
  ])('finds longer sentences: %s', (_, text, lines) => {
    expect(longSentences(text).map(({ line }) => line)).toEqual(lines);
  });

  it.each(documents)('%s', (document) => {
    const found = longSentences(readFileSync(path.join(ROOT, document), 'utf8'));
    expect(
      found.map(({ line, words, sentence }) => `${document}:${line}: ${words} words: ${sentence}`),
    ).toEqual([]);
  });
});

/** The changelog and the decisions tell of the past, in its words. */
const OF_THE_PAST = /^(CHANGELOG\.md$|docs\/decisions\/)/;

describe('nouns in place of clauses such as "what is open"', () => {
  it.each([
    ['a sentence', 'It ends what is open.', [1]],
    ['a clause over two lines', 'It ends what\nis open.', [1]],
    ['a table and a heading', '# What was decided\n\n| what is open |', [1, 3]],
    ['a span of code', 'It ends `what is open`.', []],
    ['a block of code', '```sh\nwhat is open\n```', []],
    ['another clause', 'It says what it does.', []],
  ])('are looked for in %s', (_, text, lines) => {
    expect(clausesOf(text)).toEqual(lines);
  });

  it('are in all documents of today', () => {
    const found = repositoryFiles()
      .filter((file) => file.endsWith('.md') && !OF_THE_PAST.test(file))
      .flatMap((file) =>
        clausesOf(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
      );
    expect(found).toEqual([]);
  });
});

interface LongSentence {
  line: number;
  words: number;
  sentence: string;
}

/** A colon ends a sentence too, and so does a list item. */
function longSentences(text: string): LongSentence[] {
  return blocksOf(text).flatMap((block) => {
    let { line } = block;
    return block.text.split(/(?<=[.!?:][)"'*_]*)(?=\s)/).flatMap((part) => {
      const start = line + lineBreaks(/^\s*/.exec(part)?.[0] ?? '');
      line += lineBreaks(part);
      const words = part.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word));
      if (words.length <= MOST_WORDS) return [];
      return [{ line: start, words: words.length, sentence: part.trim().replaceAll(/\s+/g, ' ') }];
    });
  });
}

/** The lines of clauses that stand for nouns, in tables and headings too. */
function clausesOf(text: string): number[] {
  const prose = withoutCode(text);
  return [...prose.matchAll(new RegExp(NOUN_CLAUSE, 'gi'))].map(
    ({ index }) => lineBreaks(prose.slice(0, index)) + 1,
  );
}

/** Paragraphs and list items, each with its first line. */
function blocksOf(text: string): { line: number; text: string }[] {
  const blocks: { line: number; text: string }[] = [];
  let isOpen = false;
  for (const [index, line] of proseOf(text).split('\n').entries()) {
    const isItem = /^\s*([-*+]|\d+\.)\s/.test(line);
    if (line.trim() === '') isOpen = false;
    else if (isOpen && !isItem) blocks.at(-1)!.text += `\n${line}`;
    else {
      blocks.push({ line: index + 1, text: line.replace(/^\s*([-*+]|\d+\.)\s/, '') });
      isOpen = true;
    }
  }
  return blocks;
}

/** The sentences of a text alone; their lines stay the same. */
function proseOf(text: string): string {
  return withoutCode(text)
    .replace(/^---\n.*?^---$/ms, keepLines)
    .replaceAll(/^( *\||#{1,6} |\[[^\]]+\]: ).*$/gm, '')
    .replaceAll(/<!--.*?-->|<\/?[a-z][^<>`]*>/gs, keepLines)
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, keepLines)
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}

/** A span of code counts as one word. */
function withoutCode(text: string): string {
  return text
    .replaceAll(/^ *```.*?^ *```$/gms, keepLines)
    .replaceAll(/`[^`]+`/g, (code) => keepLines(code) + code.replaceAll(/\s/g, '_'));
}

function keepLines(text: string): string {
  return '\n'.repeat(lineBreaks(text));
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

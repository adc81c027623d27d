import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NOUN_CLAUSE } from './support/noun-clause.js';
import { repositoryFiles } from './support/repository-files.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const MOST_WORDS = 20;

const LEFT_OUT = /(^|\/)generated\/|^test\/bench\//;
/** Comments that tools read. */
const DIRECTIVE = /^(eslint|prettier|istanbul|@ts-|@license|SPDX|#|<reference)/;

/** A colon and a semicolon end a sentence too: the words behind them can be read by themselves. */
const END_OF_SENTENCE =
  /(?<=[.!?]["')\]]*)\s+(?=["'([]?[\p{Lu}\d"'$@`])|(?<=[:;])\s+|\s(?=@(?:param|returns?|throws)\b)/u;

const TAG = /^@(param|returns?|throws|see|template)\b(\s+\{[^}]*\})?/;

/** Text of comments, with the number of its line. */
interface Line {
  readonly number: number;
  readonly text: string;
}

describe('a sentence of a comment', () => {
  it.each([
    [`/** ${'word '.repeat(21)}*/`, ['1: 21 words']],
    [`/** ${'word '.repeat(20)}*/`, []],
    [`const a = 1;\n// ${'word '.repeat(11)}\n// ${'word '.repeat(10)}`, ['2: 21 words']],
    [`const a = 1; // ${'word '.repeat(21)}`, ['1: 21 words']],
    [`/**\n * Short. A ${'word '.repeat(20)}\n */`, ['2: 21 words']],
    [`/**\n * ${'word '.repeat(15)}\n * @param a ${'word '.repeat(15)}\n */`, []],
    [`/**\n * ${'word '.repeat(15)}\n *\n * ${'word '.repeat(15)}\n */`, []],
    [`/** ${'word '.repeat(19)}\`${'code '.repeat(9)}\` */`, []],
    [`/** ${'word '.repeat(15)}: ${'word '.repeat(15)}*/`, []],
    [`const a = '// ${'word '.repeat(21)}';`, []],
  ])('is read in %j', (text, found) => {
    expect(findLong(text)).toEqual(found);
  });

  it.each([
    ['/** Ends what is open. */', ['1: a clause']],
    ['/**\n * Ends what\n * was open.\n */', ['2: a clause']],
    ['/** Ends the connections, and `what is` no prose. */', []],
    ['/** Says what it does. */', []],
  ])('has its nouns in %j', (text, found) => {
    expect(findClauses(text)).toEqual(found);
  });

  it('has nouns instead of clauses such as "what is open"', () => {
    expect(findInSources(findClauses)).toEqual([]);
  });

  it(`has at most ${MOST_WORDS} words`, () => {
    expect(findInSources(findLong)).toEqual([]);
  });
});

/** What a search finds in all sources, each with its file. */
function findInSources(search: (text: string) => string[]): string[] {
  return sourceFiles().flatMap((file) =>
    search(readFileSync(path.join(ROOT, file), 'utf8')).map((found) => `${file}:${found}`),
  );
}

function sourceFiles(): string[] {
  return repositoryFiles().filter((file) => /[.](ts|tsx|mjs|js)$/.test(file) && !LEFT_OUT.test(file));
}

/** Clauses with "what" in the place of a noun, each with its line. */
function findClauses(text: string): string[] {
  return paragraphsOf(text).flatMap((lines) => {
    const paragraph = lines.map((line) => line.text).join('\n');
    const at = paragraph.replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[^\n]/g, 'X')).search(NOUN_CLAUSE);
    return at < 0 ? [] : [`${lines[paragraph.slice(0, at).split('\n').length - 1]?.number ?? 0}: a clause`];
  });
}

/** Sentences that are too long, each with its line. */
function findLong(text: string): string[] {
  return paragraphsOf(text).flatMap((lines) => {
    const paragraph = lines.map((line) => line.text).join('\n');
    const readable = paragraph.replaceAll(
      /`[^`]*`|\{@link [^}]*\}/g,
      (code) => `X${code.replaceAll(/[^\n]/g, '')}`,
    );
    let read = 0;
    return readable.split(END_OF_SENTENCE).flatMap((sentence) => {
      const at = readable.indexOf(sentence, read);
      read = at + sentence.length;
      const words = sentence
        .replace(TAG, '')
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
      const line = lines[readable.slice(0, at).split('\n').length - 1];
      return words > MOST_WORDS ? [`${line?.number ?? 0}: ${words} words`] : [];
    });
  });
}

/** Paragraphs of comments: tags and items of lists are paragraphs of their own. */
function paragraphsOf(text: string): Line[][] {
  return commentsOf(text).flatMap((lines) => {
    if (DIRECTIVE.test(lines.find((line) => line.text !== '')?.text ?? '')) return [];
    const paragraphs: Line[][] = [[]];
    for (const line of lines) {
      if (line.text === '' || /^(@|- |\d+[.] )/.test(line.text)) paragraphs.push([]);
      if (line.text !== '') paragraphs.at(-1)?.push(line);
    }
    return paragraphs;
  });
}

/** Blocks, runs of lines that are a comment each, and comments at the end of a line. */
function commentsOf(text: string): Line[][] {
  const comments: Line[][] = [];
  let within: 'block' | 'run' | null = null;
  for (const [at, line] of text.split('\n').entries()) {
    const number = at + 1;
    const trimmed = line.trim();
    const opened = /^\{?\/\*+(.*)$/.exec(trimmed);
    const ofRun = /^\/\/(.*)$/.exec(trimmed);
    const afterCode = /^[^'"`/]+\s\/\/ (.*)$/.exec(line);
    if (within === 'block' || opened !== null) {
      const rest = opened?.[1] ?? trimmed.replace(/^\*(?!\/)/, '');
      if (within !== 'block') comments.push([]);
      comments.at(-1)?.push({ number, text: rest.replace(/\*\/.*$/, '').trim() });
      within = rest.includes('*/') ? null : 'block';
    } else if (ofRun !== null) {
      if (within !== 'run') comments.push([]);
      comments.at(-1)?.push({ number, text: (ofRun[1] ?? '').trim() });
      within = 'run';
    } else {
      if (afterCode !== null) comments.push([{ number, text: afterCode[1] ?? '' }]);
      within = null;
    }
  }
  return comments;
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryFiles } from './support/repository-files.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const BLOCK = /^```([jt]sx?)\n(.*?)^```$/gms;
const documents = repositoryFiles().filter(
  (file) =>
    /^(README|docs\/build\/.*|libs\/sdk\/README)\.md$/.test(file) && readDocument(file).search(BLOCK) !== -1,
);

/** As a builder's compiler is set, with the sources of the SDK. */
const OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  module: 'nodenext',
  customConditions: ['slipway-source'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** What a page has beside the DOM: a wallet. */
const PAGE = `
  interface Wallet { request(call: { method: string; params?: unknown[] }): Promise<any> }
  interface Window { readonly ethereum: Wallet }
  declare const ethereum: Wallet;`;

/** Pages that go on where the one about signing in ends. */
const SIGNED_IN = 'api, account, post, token, authorized';

describe('the examples in the documents', () => {
  it('have the types that the SDK has', async () => {
    expect(documents).toContain('libs/sdk/README.md');
    expect(await mistakesOf(documents.map((name) => [name, readDocument(name)]))).toEqual([]);
  });

  it('name functions that the SDK has', async () => {
    const words = [...readDocument('docs/build/sdk.md').matchAll(/`([a-z]\w+)[`(]/g)].map(([, word]) => word);
    expect(words).toContain('formatAmount');
    const code = [
      ...['', '/stream', '/wallet'].map(
        (part, index) => `import * as part${index} from '@slipway/sdk${part}';`,
      ),
      `const { ${words.join(', ')} } = { ...part0, ...part1, ...part2 };`,
    ];
    expect(await mistakesOf([['docs/build/sdk.md', ['```ts', ...code, '```', ''].join('\n')]])).toEqual([]);
  });

  it.each([
    ['a function', 'getCurveQuote(client', 'getCurvQuote(client'],
    ['a field', 'payload, wallet', 'payload.call, wallet'],
    ['a parameter', "sort: 'trending'", "sort: 'trendy'"],
    ['a topic', "['head',", "['heads',"],
  ])('are told by document and line when %s is misspelt', async (_, right, wrong) => {
    const text = readDocument('libs/sdk/README.md');
    expect(text).toContain(right);
    const line = text.slice(0, text.indexOf(right)).split('\n').length;
    expect(await mistakesOf([['libs/sdk/README.md', text.replace(right, wrong)]])).toEqual([
      expect.stringMatching(`^libs/sdk/README.md:${line}: `),
    ]);
  });
});

/** What the compiler says of the code that documents show, as `document:line: words`. */
async function mistakesOf(texts: readonly (readonly [document: string, text: string])[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-examples-'));
  try {
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const files = {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, include: ['.'] }),
      'page.d.ts': PAGE,
      ...Object.fromEntries(texts.map(([name, text]) => [`${name}.ts`, codeOf(name, text)])),
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const tsc = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status === null || stderr !== '')
      throw new Error(`tsc ended with ${status ?? 'a signal'}: ${stderr}`);
    return stdout.split('\n').flatMap((line) => {
      const [, name = '', number = '', words = ''] = /^(.*?)\.ts\((\d+),\d+\): (.*)$/.exec(line) ?? [];
      const text = texts.find(([document]) => document === name)?.[1] ?? '';
      const fence = text.split('\n', Number(number)).findLast((one) => one.startsWith('```'));
      // JavaScript gives parameters no type.
      const isUntyped = fence === '```js' && / TS70(06|31): /.test(words);
      if (line === '' || line.startsWith(' ') || isUntyped) return [];
      return [name === '' ? line : `${name}:${number}: ${words}`];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A document's code, each line where it stands in the document. */
function codeOf(document: string, text: string): string {
  const isSignIn = document === 'docs/build/sign-in.md';
  const goesOn = !isSignIn && text.includes('of [signing in](sign-in.md)');
  const lines = text.split('\n').map(() => '');
  for (const { index, 0: block, 2: code = '' } of text.matchAll(BLOCK)) {
    const first = text.slice(0, index).split('\n').length;
    lines.splice(first, block.split('\n').length - 2, ...code.trimEnd().split('\n'));
  }
  lines[0] = goesOn ? `import { ${SIGNED_IN} } from './sign-in.md.js';` : 'export {};';
  if (isSignIn) lines.push(`export { ${SIGNED_IN} };`);
  return lines.join('\n');
}

function readDocument(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

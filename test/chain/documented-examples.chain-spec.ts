import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMPILER = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
const run = promisify(execFile);

/** What a page has and Node.js has not: its address, and a wallet, which signs for account #2 of the local network. */
const PAGE = `
  import { mnemonicToAccount } from 'viem/accounts';
  const owner = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 2 });
  const asked = [];
  globalThis.location = new URL('http://localhost:5173');
  globalThis.window = { ethereum: { request: async ({ method, params }) => {
    asked.push(method);
    return method === 'personal_sign' ? owner.signMessage({ message: { raw: params[0] } }) : [owner.address];
  } } };
  process.once('exit', () => asked.length > 0 && console.log(asked.join()));`;

/** A wallet as browsers give it: account #2 of the local network, which the node itself signs for. */
const WALLET = `
  const ethereum = { request: async ({ method, params = [] }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: method.replace('eth_requestAccounts', 'eth_accounts'), params });
    const response = await fetch(process.env.SLIPWAY_RPC, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { result, error } = await response.json();
    if (error) throw Object.assign(new Error(error.message), error);
    return method === 'eth_requestAccounts' ? [result[2]] : result;
  } };`;

/** What a reader copies has to work: each program runs in a Node.js of its own, against a real chain and API. */
describe('the examples in the documents', () => {
  let rewards: RewardFixture;
  let api: RunningApi;

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    const market = new MarketActivity(rewards.fixture, seededRandom(17));
    await market.open(2);
    const [first] = market.tokens;
    const user = rewards.fixture.trader(0);
    await rewards.fixture.buy(user, first!, 1_000n * WHOLE);
    await rewards.addList('early-traders', new Map([[user, 3n * WHOLE]]));
    await rewards.publish('early-traders');
    api = await startApi(rewards.databaseUrl, { rpc: { http: [rewards.fixture.anvil.rpcUrl], ws: [] } });
  });

  afterAll(async () => {
    await api.close();
    await rewards.close();
  });

  const runExamples = (...documents: string[]): Promise<string[]> => runIn(PAGE, documents);

  /** Runs the blocks of some documents as one program, between what their place has and the rest. Returns the lines that it printed. */
  async function runIn(place: string, documents: readonly string[], rest = ''): Promise<string[]> {
    const program = ts.transpile([place, ...documents.map(codeOf), rest].join('\n'), COMPILER);
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        SLIPWAY_API: `${api.origin}/v1`,
        SLIPWAY_RPC: rewards.fixture.anvil.rpcUrl,
      },
    });
    return stdout.trimEnd().split('\n');
  }

  it('README.md: discovers, draws, checks', async () => {
    const lines = await runExamples('README.md');
    expect(lines[0]).toMatch(/^block \d+$/);
    expect(lines[1]).toMatch(/^APP\d /);
    expect(lines[2]).toMatch(/^\d+ candles, the last at \d/);
    expect(lines.at(-1)).toMatch(/^false symbol: reserved, website: url_not_allowed/);
  });

  it('docs/build/market-page.md: lists, one app, a home page, a quote, polling', async () => {
    const lines = await runExamples('docs/build/market-page.md');
    expect(lines[0]).toBe('2 apps, 2 different ones');
    expect(lines[1]).toMatch(/^App \d /);
    expect(lines[2]).toBe('2 2 true');
    expect(lines[3]).toMatch(/^true /);
    expect(lines[4]).toBe('200 true');
  });

  it('docs/build/trading.md: a trade, what it does, a launch', async () => {
    const lines = await runExamples('docs/build/trading.md');
    expect(lines[0]).toMatch(/^curve true \d/);
    expect(lines[1]).toMatch(/^buy Pay 1 SLIP for at least \d.* APP\d\.$/);
    expect(lines[2]).toBe('42');
  });

  it('docs/build/aggregators.md: events, a market, bars', async () => {
    // Blocks are final when others followed.
    await rewards.fixture.client.mine({ blocks: 100 });
    await rewards.index.catchUp();
    const lines = await runExamples('docs/build/aggregators.md');
    expect(lines[0]).toBe('true true true');
    expect(lines[1]).toMatch(/^slipway [A-Z0-9]+ 18$/);
    expect(lines[2]).toBe('ok true');
  });

  it('docs/build/stream.md: listens, and keeps its position while nothing happens', async () => {
    const rest = `
      setTimeout(() => process.exit(), 400_000);
      const first = { id: null };
      const frames = listen(['apps'], first);
      await frames.next();
      void frames.next();
      while (first.id === null) await new Promise((resolve) => setTimeout(resolve, 10));
      // Nothing has happened since: a comment alone has an id.
      await listen(['apps'], {
        get id() { return first.id; },
        set id(id) { console.log(id === first.id); process.exit(); },
      }).next();`;
    const lines = await runIn(PAGE, ['docs/build/stream.md'], rest);
    expect(lines).toEqual([
      expect.stringMatching(/^snapshot head (\d+|undefined)$/),
      expect.stringMatching(/^snapshot trades \d+$/),
      'true',
    ]);
  });

  it('libs/sdk/README.md: reads, signs in, trades, follows', async () => {
    const lines = await runIn(WALLET, ['libs/sdk/README.md']);
    const names = lines.slice(
      0,
      lines.findIndex((line) => line.endsWith('apps on their curves')),
    );
    expect(names.length).toBeGreaterThan(1);
    for (const line of names) expect(line).toMatch(/^[\w ]+ \$\d/);
    const [curves, first, missing, signedIn] = lines.slice(names.length);
    expect(curves).toBe(`${names.length} apps on their curves`);
    expect(first).toMatch(/^[A-Z0-9]+ \d+ 1\.5$/);
    expect(missing).toBe('not_found 404 string');
    expect(signedIn).toBe('true');
    expect(lines.at(-4)).toBe('done');
    expect(lines.at(-3)).toMatch(/^(buy|sell) at block true true$/);
    expect(lines.at(-2)).toMatch(/^at least [\d,.]+ \d+$/);
    expect(lines.at(-1)).toMatch(/^snapshot( \$[\d.,₀-₉]+)+$/);
  });

  it('docs/build: signs in, shows a portfolio, claims', async () => {
    const pages = ['sign-in', 'portfolio', 'claims'].map((page) => `docs/build/${page}.md`);
    const lines = await runExamples(...pages);
    expect(lines[0]).toBe('true');
    expect(lines[1]).toMatch(/^true \d/);
    expect(lines[2]).toMatch(/^true \d/);
    expect(lines[3]).toContain('buy APP0');
    expect(lines[4]).toMatch(/^0 tokenAddress,symbol,txHash,.*,gainUsd$/);
    expect(lines[5]).toBe("[ 'early-traders' ]");
    expect(lines[6]).toBe('success true');
    expect(lines[7]).toBe('eth_requestAccounts,personal_sign');
  });
});

/** The TypeScript and JavaScript that a document shows, block for block. */
function codeOf(document: string): string {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const blocks = [...text.matchAll(/^```[jt]s\n(.*?)^```$/gms)].map(([, code]) => code ?? '');
  if (blocks.length === 0) throw new Error(`${document} has no example`);
  return blocks.join('\n');
}

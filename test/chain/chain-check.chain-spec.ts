import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { encodeAbiParameters, type Hex } from 'viem';
import { findChainMistakes } from '@slipway/protocols';
import { loadSettings } from '@slipway/settings';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { startOddNode, type OddRequest, type Oddity } from '../support/odd-node.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { freePort } from '../support/free-port.js';
import { runOps } from '../support/run-ops.js';
import { withClient } from '../support/pg-client.js';
import { until } from '../support/until.js';

type Variables = Readonly<Record<string, string>>;

const NOBODY = '0x00000000000000000000000000000000000000AA';
const LATEST_ROUND = '0xfeaf968c';

/** What a program says that does not start. It starts all the same where nodes do not tell it in time, as on a busy machine: again then. */
async function startOf(program: 'api' | 'indexer', variables: Variables): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [path.resolve(`dist/apps/${program}/main.js`)], {
    env: { PATH, HOME, ...variables },
  });
  child.stdout.on('data', (line: Buffer) => {
    if (/successfully started|"indexing"/.test(line.toString())) child.kill('SIGKILL');
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  // With all that it said, which may come after its end.
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === null) return startOf(program, variables);
  expect(code).toBe(1);
  return said;
}

describe('the chain that the settings name', () => {
  let fixture: LaunchpadFixture;
  let database: TestDatabase;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    database = await createTestDatabase();
    await fixture.client.mine({ blocks: 5 });
  });

  afterAll(async () => {
    await fixture.stop();
    await database.drop();
  });

  const settings = async (more: Variables): Promise<Variables> => ({
    RPC_URL: fixture.anvil.rpcUrl,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    ...more,
  });

  const check = async (more: Variables = {}, ...words: string[]): ReturnType<typeof runOps> =>
    runOps(await settings(more), 'chain', 'check', ...words);

  const mistakes = async (more: Variables): Promise<string[]> =>
    findChainMistakes(loadSettings(await settings(more)));

  /** Of a chain that has some: a start does not wait for nodes that a busy machine lets wait. */
  async function foundMistakes(more: Variables): Promise<string[]> {
    let found: string[] = [];
    await until('nodes say in time what is wrong', async () => {
      found = await mistakes(more);
      return found.length > 0;
    });
    return found;
  }

  /** A feed's answer as a node makes it up. */
  const answering = (price: bigint): Oddity => ({
    ask: (request: OddRequest) => {
      const [call] = request.params as [{ readonly data?: Hex }?];
      if (request.method !== 'eth_call' || call?.data !== LATEST_ROUND) return request;
      const types = ['uint80', 'int256', 'uint256', 'uint256', 'uint80'].map((type) => ({ type }));
      return { result: encodeAbiParameters(types, [1n, price, 1n, 1n, 1n]) };
    },
  });

  it('is told by a check, with what each node can', async () => {
    const { code, stdout, stderr } = await check();
    expect([code, stderr]).toEqual([0, '']);
    const { launchpad, platformToken, priceFeed, multicall3 } = fixture.addresses;
    for (const line of [
      /node 1 of 1/,
      /eth_chainId +31337/,
      /several calls in one request +at least 100/,
      /eth_getLogs of a range +\d+ blocks/,
      /state of past blocks +at least \d+ blocks back/,
      /eth_simulateV1 +yes/,
      /state overrides in eth_call +yes/,
      /the finalized block +\d+ blocks back/,
      new RegExp(`launchpad +${launchpad}, curve from 30000 for 1125000000, .*fee 1 %`),
      new RegExp(`platform token +${platformToken}, "SLIP", 18 decimals`),
      new RegExp(`price feed +${priceFeed}, aggregator, "SLIP / USD", 8 decimals, no answer yet`),
      new RegExp(`Multicall3 +${multicall3}`),
      /block time +\d+\.\d\d s, the mean of the last \d+/,
      /final after +64 blocks, about /,
      /a first backfill +\d+ blocks, some \d+ logs .*: about \d+ requests and \d+ s by one node/,
    ])
      expect(stdout).toMatch(line);
  });

  it('is told with what is missing, and its cost', async () => {
    const node = await startOddNode(fixture.anvil.rpcUrl, {
      ask: (request) =>
        request.method === 'eth_simulateV1'
          ? { error: { code: -32_601, message: 'no such method' } }
          : request,
    });
    const { code, stdout } = await check({}, node.url);
    await node.stop();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /eth_simulateV1 +no: .*no such method.*\n +without it: payloads are tried by eth_call/,
    );
  });

  it.each<readonly [string, Variables, RegExp]>([
    [
      'an address without code',
      { LAUNCHPAD_ADDRESS: NOBODY },
      new RegExp(`LAUNCHPAD_ADDRESS: there is no contract at ${NOBODY}`),
    ],
    [
      "a feed's address without code",
      { PRICE_FEED_ADDRESS: NOBODY },
      new RegExp(`PRICE_FEED_ADDRESS: there is no contract at ${NOBODY}`),
    ],
    ["another contract's address", {}, /LAUNCHPAD_ADDRESS: the contract at 0x\w+ is no launchpad/],
    [
      'a chain of another id',
      { CHAIN_ID: '5000000000' },
      /node 1 of 1 is of another chain: .*31337.*5000000000/,
    ],
  ])('is refused at the start, and by a check: %s', async (_, wrong, line) => {
    const { platformToken } = fixture.addresses;
    const variables = Object.keys(wrong).length > 0 ? wrong : { LAUNCHPAD_ADDRESS: platformToken };
    const programs = ['indexer', 'api'] as const;
    const said = await Promise.all(programs.map(async (one) => startOf(one, await settings(variables))));
    for (const text of said) expect(text.trimEnd().split('\n')).toEqual([expect.stringMatching(line)]);
    const { code, stdout, stderr } = await check(variables);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^not to be worked with: /);
    if (!('CHAIN_ID' in wrong)) expect(stdout).toMatch(line);
    await withClient(database.url, async (client) => {
      const { rows } = await client.query('SELECT FROM chain.deployment');
      expect(rows).toEqual([]);
    });
  });

  it('is refused with every mistake at once, where a feed answers no price too', async () => {
    const node = await startOddNode(fixture.anvil.rpcUrl, answering(0n));
    const wrong = { RPC_URL: node.url, PLATFORM_TOKEN_ADDRESS: NOBODY };
    const said = await startOf('indexer', await settings(wrong));
    await node.stop();
    expect(said.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^PLATFORM_TOKEN_ADDRESS: the launchpad at 0x\w+ is paid in 0x\w+, not in /),
      `PLATFORM_TOKEN_ADDRESS: there is no contract at ${NOBODY}`,
      `PRICE_FEED_ADDRESS: the feed at ${fixture.addresses.priceFeed} answers 0, which is no price`,
    ]);
  });

  it('is refused where any of several feeds is none, or answers a negative number', async () => {
    const { priceFeed } = fixture.addresses;
    const node = await startOddNode(fixture.anvil.rpcUrl, answering(-1n));
    expect(await foundMistakes({ RPC_URL: node.url, PRICE_FEED_ADDRESS: `${priceFeed},${NOBODY}` })).toEqual([
      `PRICE_FEED_ADDRESS: the feed at ${priceFeed} answers -1, which is no price`,
      `PRICE_FEED_ADDRESS: there is no contract at ${NOBODY}`,
    ]);
    await node.stop();
    expect(await mistakes({ PRICE_FEED_ADDRESS: '' })).toEqual([]);
    expect(await foundMistakes({ PRICE_FEED_ADDRESS: fixture.addresses.launchpad })).toEqual([
      expect.stringMatching(/^PRICE_FEED_ADDRESS: the contract at 0x\w+ is no price feed/),
    ]);
  });

  it('is not refused for what one of two nodes says, nor for a node that is away', async () => {
    const empty = await startOddNode(fixture.anvil.rpcUrl, {
      ask: (request) => (['eth_call', 'eth_getCode'].includes(request.method) ? { result: '0x' } : request),
    });
    const { rpcUrl } = fixture.anvil;
    const away = `http://127.0.0.1:${await freePort()}`;
    for (const urls of [`${empty.url},${rpcUrl}`, `${away},${rpcUrl}`, away])
      expect(await mistakes({ RPC_URL: urls })).toEqual([]);
    expect(await foundMistakes({ RPC_URL: `${empty.url},${away}` })).toHaveLength(3);
    await empty.stop();
  });
});

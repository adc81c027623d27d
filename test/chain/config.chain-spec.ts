import { readFileSync } from 'node:fs';
import type { Abi } from 'viem';
import type { ConfigDto } from '../../apps/api/src/modules/config/config.dto.js';
import { priceFeedAbi } from '@slipway/chain';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { type Setting, SETTINGS } from '@slipway/settings';
import { askAgain } from '../support/ask-again.js';
import { expectError } from '../support/http/expect-envelope.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture, TEXTS } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { withClient } from '../support/pg-client.js';
import { createTestDatabase } from '../support/postgres.js';
import { SIGNING_KEYS, startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

/** What the documents give a pooler's login. */
const LOGIN_SETTINGS = readFileSync('docs/operate/pooler.md', 'utf8').matchAll(
  /^ALTER ROLE pooled SET (\w+) = (.*);$/gm,
);

/** PostgreSQL itself as a pooler would show it: each session begins with what the login would have. */
function pooledUrl(databaseUrl: string, secret: string): string {
  const url = new URL(databaseUrl);
  const options = [...LOGIN_SETTINGS].map(
    ([, name = '', value = '']) => `-c ${name}=${value.replaceAll(' ', '')}`,
  );
  url.searchParams.set('options', options.join(' '));
  url.searchParams.set('application_name', secret);
  return url.href.replaceAll('+', '%20');
}

const COST = 100n * 10n ** 18n;

describe('GET /config', () => {
  let fixture: LaunchpadFixture;
  let indexed: IndexFixture;
  let api: RunningApi;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    await new MarketActivity(fixture, seededRandom(4)).open(1);
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    await indexed.catchUp();
    api = await startApi(indexed.database.url, { rpc: { http: [fixture.anvil.rpcUrl], ws: [] } });
  });

  afterAll(async () => {
    await api.close();
    await indexed.close();
    await fixture.stop();
  });

  async function read(from = api): Promise<{ response: Response; config: ConfigDto }> {
    const response = await askAgain(() => from.get('/config'));
    expect(response.status).toBe(200);
    const config = (await response.json()) as ConfigDto;
    return { response, config };
  }

  async function setLaunchCost(cost: bigint): Promise<void> {
    await fixture.write({
      address: fixture.addresses.launchpad,
      abi: launchpadAbi,
      functionName: 'setLaunchCost',
      args: [cost],
      from: fixture.operator,
    });
    await indexed.catchUp();
  }

  async function withApi(
    env: Parameters<typeof startApi>[1],
    use: (other: RunningApi) => Promise<void>,
  ): Promise<void> {
    const other = await startApi(indexed.database.url, env);
    await use(other).finally(() => other.close());
  }

  it('has everything of the contract, with real values', async () => {
    const { response, config } = await read();
    const { launchpad, platformToken, priceFeed, multicall3 } = fixture.addresses;
    const block = await fixture.client.getBlock();
    const [, oraclePrice] = await fixture.client.readContract({
      address: priceFeed,
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
    });
    expect(config).toEqual({
      service: { name: 'Slipway', version: '0.1.0' },
      chain: { id: 31_337, name: 'eip155:31337', rpcUrl: null, explorerUrl: null, finalityBlocks: 64 },
      contracts: { launchpad, platformToken, multicall3, priceFeed, router: null },
      platformToken: {
        address: platformToken,
        symbol: 'SLIP',
        decimals: 18,
        priceUsd: Number(oraclePrice) / 1e8,
      },
      launch: {
        cost: COST.toString(),
        nameMaxLength: 32,
        descriptionMaxLength: 500,
        urlMaxLength: 1_024,
        symbolPattern: '^[A-Z0-9]{2,10}$',
        maxPerCreatorPer24h: 5,
      },
      limits: {
        read: { limit: 1_000_000, windowSeconds: 60 },
        heavy: { limit: 1_000_000, windowSeconds: 60 },
      },
      auth: {
        issuer: 'http://localhost:3000',
        audience: 'http://localhost:3000/v1',
        challengeUrl: 'http://localhost:3000/v1/auth/challenge',
        tokenUrl: 'http://localhost:3000/v1/auth/token',
        jwksUrl: 'http://localhost:3000/.well-known/jwks.json',
        tokenLifetimeSeconds: 3_600,
      },
      indexer: {
        block: Number(block.number),
        blockTime: new Date(Number(block.timestamp) * 1_000).toISOString(),
        lagSeconds: expect.any(Number) as number,
      },
      links: {
        openapi: 'http://localhost:3000/openapi.json',
        docs: 'http://localhost:3000/docs',
        llms: 'http://localhost:3000/llms.txt',
        abis: 'http://localhost:3000/v1/config/abis',
      },
    });
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-as-of-block')).toBe(String(block.number));
    expect(response.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  });

  it('names no chain, explorer or limit but those of the settings', async () => {
    const env = {
      rpc: { http: [fixture.anvil.rpcUrl] as const, ws: [] },
      chainName: 'Local network',
      publicRpcUrl: 'https://rpc.example.com',
      explorerUrl: 'https://explorer.example.com',
      publicBaseUrl: 'https://api.example.com/slipway/v1',
      finality: { blocks: 12, isByTag: false },
      rateLimitReadPerMinute: 250,
      rateLimitHeavyPerMinute: 25,
    };
    await withApi(env, async (other) => {
      const { config } = await read(other);
      expect(config.chain).toEqual({
        id: 31_337,
        name: 'Local network',
        rpcUrl: 'https://rpc.example.com',
        explorerUrl: 'https://explorer.example.com',
        finalityBlocks: 12,
      });
      expect([config.limits.read.limit, config.limits.heavy.limit]).toEqual([250, 25]);
      expect(config.auth.jwksUrl).toBe('https://api.example.com/.well-known/jwks.json');
      expect(config.auth.audience).toBe('https://api.example.com/slipway/v1');
      expect(config.links.abis).toBe('https://api.example.com/slipway/v1/config/abis');
    });
  });

  it('shows the value of no secret setting, and nothing of one', async () => {
    const secrets = {
      databaseUrl: indexed.database.url,
      databasePoolerUrl: pooledUrl(indexed.database.url, 'hunter2'),
      // Nothing listens there: reads go to the primary.
      databaseReadUrls: ['postgresql://standby:hunter2@127.0.0.1:1/slipway'],
      mcpToken: 'hunter2.hunter2.hunter2',
      rpc: {
        http: [`${fixture.anvil.rpcUrl}/?key=hunter2`] as const,
        ws: [`${fixture.anvil.rpcUrl.replace('http', 'ws')}/?key=hunter2`],
      },
      jwtSigningKeys: SIGNING_KEYS,
      deployerKey: `0x${'ab'.repeat(32)}`,
      deployerPassword: 'hunter2',
      redisUrl: 'redis://user:hunter2@127.0.0.1:1',
      webhookSecretKeys: [Buffer.alloc(32, 'hunter2.')],
    };
    // A new secret has to be given a value here.
    expect(Object.keys(secrets).sort()).toEqual(
      Object.entries<Setting>(SETTINGS)
        .filter(([, { secret }]) => secret === true)
        .map(([property]) => property)
        .sort(),
    );
    const parts = (JSON.parse(SIGNING_KEYS) as { keys: { d: string }[] }).keys.map(({ d }) => d);
    const { databaseUrl, redisUrl, jwtSigningKeys, rpc } = secrets;
    const words = [databaseUrl, redisUrl, jwtSigningKeys, ...rpc.http, ...rpc.ws, ...parts, 'hunter2'];
    words.push(fixture.anvil.rpcUrl, ...secrets.webhookSecretKeys.map((key) => key.toString('base64')));
    await withApi(secrets, async (other) => {
      await read(other);
      for (const path of [
        '/v1/config',
        '/v1/config/features',
        '/v1/config/abis',
        '/llms.txt',
        '/openapi.json',
      ]) {
        const response = await fetch(other.origin + path);
        const text = await response.text();
        expect([path, response.status]).toEqual([path, 200]);
        for (const word of words) expect(text).not.toContain(word);
      }
    });
  });

  it("has the launchpad's cost of its block, and the last one known while the chain is away", async () => {
    await setLaunchCost(250n);
    await fixture.launch(fixture.trader(1), TEXTS);
    await setLaunchCost(300n);
    // The chain has a second to say it: on a busy machine it is asked again.
    await until('the new cost is known', async () => (await read()).config.launch.cost === '300');

    process.kill(fixture.anvil.pid, 'SIGSTOP');
    try {
      await onDatabase(`UPDATE chain.head SET block_hash = decode(repeat('ab', 32), 'hex')`);
      const { config } = await read();
      expect(config.launch.cost).toBe('300');
    } finally {
      process.kill(fixture.anvil.pid, 'SIGCONT');
    }

    const unreachable = { rpc: { http: ['http://127.0.0.1:1'] as const, ws: [] } };
    // Never asked by this instance: what the newest launch has paid.
    await withApi(unreachable, async (other) => {
      expect((await read(other)).config.launch.cost).toBe('250');
      await onDatabase('DELETE FROM chain.apps');
      expect((await read(other)).config.launch.cost).toBeNull();
    });
  });

  it('has a price only while the feed has one', async () => {
    for (const change of ['UPDATE chain.oracle_prices SET price = 0', 'DELETE FROM chain.oracle_prices']) {
      await onDatabase(change);
      expect((await read()).config.platformToken.priceUsd).toBeNull();
    }
  });

  it("has the launches a day of the operators' policy", async () => {
    await onDatabase('UPDATE launch_policy SET max_per_creator_per_24h = 7');
    expect((await read()).config.launch.maxPerCreatorPer24h).toBe(7);
  });

  it('says that nothing is indexed before the first block is', async () => {
    const empty = await createTestDatabase();
    const other = await startApi(empty.url, { rpc: { http: [fixture.anvil.rpcUrl], ws: [] } });
    const { details } = await expectError(await other.get('/config'), [503, 'service_unavailable']);
    expect(details.reason).toBe('nothing_indexed');
    expect((await other.get('/config/features')).status).toBe(200);
    await other.close();
    await empty.drop();
  });

  describe('GET /config/abis', () => {
    it('has ABIs that the contracts have, and 304 for who has them', async () => {
      const response = await api.get('/config/abis');
      const abis = (await response.json()) as Record<string, Abi>;
      expect(Object.keys(abis)).toEqual([
        'appToken',
        'launchpad',
        'multicall3',
        'platformToken',
        'priceFeed',
        'uniswapV2Pair',
        'router',
        'universalRewardsDistributor',
      ]);
      expect(abis['launchpad']).toContainEqual({
        inputs: [{ internalType: 'address', name: 'token', type: 'address' }],
        name: 'AlreadyGraduated',
        type: 'error',
      });
      const { contracts } = (await read()).config;
      expect(Object.keys(abis)).toEqual(expect.arrayContaining(Object.keys(contracts)));
      const { launchpad, platformToken, multicall3, priceFeed } = contracts;
      const asked = [
        [launchpad, 'launchpad', 'launchCost'],
        [platformToken, 'platformToken', 'symbol'],
        [multicall3, 'multicall3', 'getChainId'],
        [priceFeed!, 'priceFeed', 'latestRoundData'],
      ] as const;
      for (const [address, name, functionName] of asked) {
        await expect(
          fixture.client.readContract({ address, abi: abis[name]!, functionName }),
        ).resolves.toBeDefined();
      }
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const condition = { 'If-None-Match': response.headers.get('etag')! };
      expect((await api.get('/config/abis', condition)).status).toBe(304);
    });
  });

  async function onDatabase(sql: string): Promise<void> {
    await withClient(indexed.database.url, (client) => client.query(sql));
  }
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SettingsError, loadSettings, SETTINGS } from './index.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_BASE_URL: 'https://api.example.com/v1',
  DATABASE_URL: 'postgresql://api:secret@db.example.com/slipway?sslmode=verify-full',
  RPC_URL: 'https://rpc.example.com/key',
  CHAIN_ID: '8453',
  LAUNCHPAD_ADDRESS: `0x${'1'.repeat(40)}`,
  PLATFORM_TOKEN_ADDRESS: `0x${'2'.repeat(40)}`,
  PRICE_FEED_ADDRESS: `0x${'3'.repeat(40)}`,
};

describe('loadSettings', () => {
  it('has a default for everything', () => {
    const env = loadSettings({});
    expect(env).toMatchObject({
      port: 3000,
      publicBaseUrl: 'http://localhost:3000/v1',
      databaseUrl: 'postgresql://local:local@127.0.0.1:54329/local',
      rpc: { http: ['http://127.0.0.1:8545'], ws: [] },
      chainId: 31_337,
      startBlock: 0n,
    });
    expect(env.chosen.size).toBe(0);
    for (const property of Object.keys(SETTINGS)) expect(Reflect.get(env, property)).not.toBeUndefined();
  });

  it('follows the ports in the URLs it makes up', () => {
    const env = loadSettings({ PORT: '8080', PG_PORT: '5555', RPC_PORT: '9999' });
    expect(env.publicBaseUrl).toBe('http://localhost:8080/v1');
    expect(env.databaseUrl).toContain(':5555/');
    expect(env.rpc.http).toEqual(['http://127.0.0.1:9999']);
  });

  it('takes several nodes, and keeps apart those that only announce', () => {
    const { rpc } = loadSettings({ RPC_URL: 'https://a.example/key, wss://a.example/ws,http://b.example/' });
    expect(rpc).toEqual({ http: ['https://a.example/key', 'http://b.example'], ws: ['wss://a.example/ws'] });
    for (const wrong of ['https://a.example,', 'https://a.example,ftp://b', 'wss://a.example']) {
      expect(mistakesOf({ RPC_URL: wrong })).toHaveLength(1);
    }
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadSettings({ PORT: '', DATABASE_URL_FILE: '' }).chosen.size).toBe(0);
  });

  it('takes one price feed, several, or for an empty variable none', () => {
    const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const;
    const feedsOf = (text: string, heartbeats = '60'): readonly string[] =>
      loadSettings({ PRICE_FEED_ADDRESS: text, PRICE_FEED_HEARTBEAT_SECONDS: heartbeats }).priceFeedAddresses;
    expect(['', 'none', one, `${one},${two}`].map((text) => feedsOf(text))).toEqual([
      [],
      [],
      [one],
      [one, two],
    ]);
    expect(feedsOf(`${one}, ${two}`, '60,3600')).toEqual([one, two]);
    expect(loadSettings({ ...PRODUCTION, PRICE_FEED_ADDRESS: '' }).priceFeedAddresses).toEqual([]);
    for (const wrong of [
      `${one},`,
      `${one},${one}`,
      'no',
      [1, 2, 3, 4, 5].map((i) => `0x${String(i).repeat(40)}`).join(),
    ])
      expect(mistakesOf({ PRICE_FEED_ADDRESS: wrong })).toHaveLength(1);
    expect(mistakesOf({ PRICE_FEED_ADDRESS: one, PRICE_FEED_HEARTBEAT_SECONDS: '60,3600' })).toEqual([
      'PRICE_FEED_HEARTBEAT_SECONDS: must be one number, or as many as PRICE_FEED_ADDRESS has feeds: 2 for 1',
    ]);
  });

  it('names every mistake at once, one a line', () => {
    expect(
      mistakesOf({ PORT: 'http', LAUNCHPAD_ADDRESS: '0x12', RPC_URL: 'ws://node', LOG_LEVEL: 'loud' }),
    ).toEqual([
      'PORT: must be a whole number from 1 to 65535, not "http"',
      'RPC_URL: must be http(s) URLs, separated by commas, beside which ws(s) URLs may announce new blocks',
      'LAUNCHPAD_ADDRESS: must be an address, 0x and 40 hexadecimal digits, not "0x12"',
      'LOG_LEVEL: must be one of fatal, error, warn, log, debug, verbose, not "loud"',
    ]);
  });

  it.each(['0', '-1', '65536', '3e3', '0x10', ' 80', '80.0'])('refuses the port %j', (text) => {
    expect(mistakesOf({ PORT: text })).toHaveLength(1);
  });

  it('never shows a secret', () => {
    expect(mistakesOf({ DATABASE_URL: 'mysql://root:hunter2@db/x' }).join()).not.toContain('hunter2');
  });

  it.each([
    ['12', { blocks: 12, isByTag: false }],
    ['finalized', { blocks: 10_000, isByTag: true }],
  ])('takes FINALITY=%s', (text, finality) => {
    expect(loadSettings({ FINALITY: text }).finality).toEqual(finality);
  });

  it.each(['0', '100001', 'safe', '-1', 'finalized '])('refuses FINALITY=%s in a line', (text) => {
    expect(() => loadSettings({ FINALITY: text })).toThrow(
      /^FINALITY: must be finalized, or a number of blocks.*$/,
    );
  });

  it('does not pass over a name that a setting had', () => {
    expect(() => loadSettings({ FINALITY_BLOCKS: '12' })).toThrow(
      'FINALITY_BLOCKS: it is called FINALITY now',
    );
  });

  it('names the chain by its id when no setting does', () => {
    expect(loadSettings({ CHAIN_ID: '8453' }).chainName).toBe('eip155:8453');
    expect(loadSettings({ CHAIN_NAME: 'Base Sepolia (test)' }).chainName).toBe('Base Sepolia (test)');
  });

  it('tells clients of no URL with credentials in it', () => {
    const { publicRpcUrl, explorerUrl } = loadSettings({ PUBLIC_RPC_URL: 'https://rpc.example.com/' });
    expect([publicRpcUrl, explorerUrl]).toEqual(['https://rpc.example.com', null]);
    for (const url of [
      'https://user:key@rpc.example.com',
      'https://key@rpc.example.com',
      'wss://rpc.example.com',
      'x',
    ]) {
      expect(mistakesOf({ PUBLIC_RPC_URL: url })).toHaveLength(1);
      expect(mistakesOf({ EXPLORER_URL: url })).toHaveLength(1);
    }
    for (const name of ['two\nlines', 'x'.repeat(65), '\u202e'])
      expect(mistakesOf({ CHAIN_NAME: name })).toHaveLength(1);
  });

  it('accepts a production environment that says everything', () => {
    expect(loadSettings(PRODUCTION)).toMatchObject({ nodeEnv: 'production', chainId: 8453 });
  });

  it('refuses development defaults in production, left out or written out', () => {
    const lacking = { RPC_URL: '', CHAIN_ID: '31337', PUBLIC_BASE_URL: 'http://localhost:3000/v1' };
    expect(mistakesOf({ ...PRODUCTION, ...lacking })).toEqual([
      'PUBLIC_BASE_URL: production needs a value of its own, not the development default',
      'RPC_URL: production needs a value of its own, not the development default',
      'CHAIN_ID: production needs a value of its own, not the development default',
    ]);
  });

  it('refuses addresses without TLS in production, one line each', () => {
    const plain = {
      PUBLIC_BASE_URL: 'http://api.example.com/v1',
      PUBLIC_RPC_URL: 'http://rpc.example.com',
      EXPLORER_URL: 'HTTP://explorer.example.com',
    };
    expect(mistakesOf(plain)).toEqual([]);
    expect(mistakesOf({ ...PRODUCTION, ...plain })).toEqual([
      'PUBLIC_BASE_URL: production needs an https URL, not "http://api.example.com/v1"',
      'PUBLIC_RPC_URL: production needs an https URL, not "http://rpc.example.com"',
      'EXPLORER_URL: production needs an https URL, not "HTTP://explorer.example.com"',
    ]);
    // Its own node and flag service may be in the same network.
    const inside = { RPC_URL: 'http://node:8545', FLAGS_OFREP_URL: 'http://flagd:8016' };
    expect(mistakesOf({ ...PRODUCTION, ...inside, PUBLIC_RPC_URL: 'none' })).toEqual([]);
  });

  it.each([
    'postgresql://local:local@db.example.com/slipway',
    'postgresql://slipway_api:local@db.example.com/slipway',
    'postgres://%6cocal:loca%6C@10.0.0.1:6432/slipway?sslmode=verify-full',
    'postgresql://db.example.com/slipway?user=local&password=local',
    'postgresql://api:secret@db.example.com/slipway?user=local&password=local',
  ])('refuses the login of a local database in production: %s', (url) => {
    expect(mistakesOf({ DATABASE_URL: url })).toEqual([]);
    expect(mistakesOf({ ...PRODUCTION, DATABASE_URL: url })).toEqual([
      "DATABASE_URL: production needs a login of its own, not one with the local database's password",
    ]);
  });

  it.each(['postgresql://local:other@db/x', 'postgresql://local@db/x', 'postgresql://%ff:%zz@db/x'])(
    'accepts another login in production: %s',
    (url) => {
      expect(mistakesOf({ ...PRODUCTION, DATABASE_URL: url })).toEqual([]);
    },
  );

  it('names one mistake of a value that is no URL at all', () => {
    expect(mistakesOf({ ...PRODUCTION, PUBLIC_BASE_URL: 'api', DATABASE_URL: 'local:local' })).toEqual([
      'PUBLIC_BASE_URL: must be an http(s) URL, not "api"',
      'DATABASE_URL: must be a URL such as postgresql://user:password@host:5432/database',
    ]);
  });

  it.each(['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '10.0.0.0/8,::ffff:0:0/96'])(
    'believes no list of proxies that everybody is in: %s',
    (networks) => {
      for (const variables of [{}, PRODUCTION]) {
        expect(mistakesOf({ ...variables, TRUST_PROXY: networks })).toEqual([
          `TRUST_PROXY: must be networks of proxies alone, without the clients' addresses, not "${networks}"`,
        ]);
      }
    },
  );

  it('believes proxies by number, address or network', () => {
    const { trustProxy } = loadSettings({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,203.0.113.7' });
    expect(trustProxy).toEqual(['10.0.0.0/8', 'fd00::/8', '203.0.113.7']);
    expect(loadSettings({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    for (const wrong of ['-1', 'all', '10.0.0.0/33', '10.0.0.0/8/8', 'fe80::1%eth0', '10.0.0.0/8,'])
      expect(mistakesOf({ TRUST_PROXY: wrong })).toHaveLength(1);
  });

  describe('secrets in files', () => {
    let folder: string;
    let file: string;

    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'slipway-env-'));
      file = path.join(folder, 'database-url');
      writeFileSync(file, 'postgresql://a:b@c/d\n');
      writeFileSync(path.join(folder, 'empty'), '\n');
    });

    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    it('reads the file, without the newline at its end', () => {
      const env = loadSettings({ DATABASE_URL_FILE: file });
      expect(env.databaseUrl).toBe('postgresql://a:b@c/d');
      expect(env.chosen).toContain('DATABASE_URL');
    });

    it('refuses the variable and its file together', () => {
      expect(mistakesOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgresql://a:b@c/d' })).toEqual([
        'DATABASE_URL and DATABASE_URL_FILE are both set: keep one',
      ]);
    });

    it('names a file that is missing or empty', () => {
      expect(mistakesOf({ DATABASE_URL_FILE: '/nowhere', RPC_URL_FILE: path.join(folder, 'empty') })).toEqual(
        [
          'DATABASE_URL_FILE: /nowhere cannot be read (ENOENT)',
          `RPC_URL_FILE: ${path.join(folder, 'empty')} is empty`,
        ],
      );
    });

    it('reads files for secrets only', () => {
      expect(loadSettings({ PORT_FILE: file }).port).toBe(3000);
    });
  });
});

function mistakesOf(variables: Record<string, string>): readonly string[] {
  try {
    loadSettings(variables);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
}

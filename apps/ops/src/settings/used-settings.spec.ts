import { runDb, runOps } from '../../../../test/support/run-ops.js';

const PRODUCTION = { NODE_ENV: 'production' };

const DATABASE = ['DATABASE_URL'];
const CHAIN = ['RPC_URL', 'CHAIN_ID'];
const CONTRACTS = ['LAUNCHPAD_ADDRESS', 'PLATFORM_TOKEN_ADDRESS', 'PRICE_FEED_ADDRESS'];

/** A command of each group, and what production has to name for it. */
const ASKED: readonly (readonly [string, readonly string[]])[] = [
  ['apps hidden', DATABASE],
  ['backup export x', DATABASE],
  ['builders list', DATABASE],
  ['chain check', [...CHAIN, ...CONTRACTS]],
  ['creators blocked', DATABASE],
  ['export', DATABASE],
  ['flags list', DATABASE],
  ['index status', DATABASE],
  ['mcp', ['PUBLIC_BASE_URL']],
  ['names list', DATABASE],
  ['origins list', DATABASE],
  ['policy show', DATABASE],
  ['programs list', [...DATABASE, ...CHAIN]],
  ['rewards publish x', [...DATABASE, ...CHAIN]],
  ['webhooks list', DATABASE],
  ['settings check', ['PUBLIC_BASE_URL', ...DATABASE, ...CHAIN, ...CONTRACTS]],
];

describe('npm run ops -- in production, without any setting', () => {
  it.each(ASKED)('%s asks at once for what it uses', async (command, names) => {
    const { code, stderr } = await runOps(PRODUCTION, ...command.split(' '));
    const lines = names.map(
      (name) => `${name}: production needs a value of its own, not the development default\n`,
    );
    expect([code, stderr]).toEqual([1, lines.join('')]);
  });

  it('makes keys and tells its commands, of which each group is above', async () => {
    expect(await runOps(PRODUCTION, 'keys', 'rotate', '--print')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"P-256"') as string,
    });
    const { code, stdout } = await runOps(PRODUCTION, '--help');
    const groups = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    expect([code, [...new Set(groups)].sort()]).toEqual([
      0,
      [...ASKED.map(([command]) => command.split(' ')[0]), 'keys'].sort(),
    ]);
  });

  it('migrates with the URL of the database alone', async () => {
    const { stderr } = await runDb(PRODUCTION, 'migrate');
    expect(stderr).toBe('DATABASE_URL: production needs a value of its own, not the development default\n');
  });

  it('names secrets that cannot be read among the settings, and then the files of others', async () => {
    const own = { CHAIN_ID: '8453', PUBLIC_BASE_URL: 'https://api.example.com/v1' };
    const { stderr } = await runOps({ ...PRODUCTION, ...own, RPC_URL_FILE: '/no/rpc' }, 'settings', 'check');
    expect(stderr).toMatch(/^RPC_URL_FILE: \/no\/rpc cannot be read \(ENOENT\)\nDATABASE_URL: .*\n/);
    expect(await runOps({}, 'settings', 'check', '/no/a', '/no/b')).toMatchObject({
      code: 1,
      stderr: '/no/a cannot be read\n/no/b cannot be read\n',
    });
    expect(await runOps({}, 'settings', 'check')).toMatchObject({ code: 0 });
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '../support/postgres.js';
import { runOps, type OpsResult } from '../support/run-ops.js';

const run = promisify(execFile);

describe('npm run ops -- keys rotate', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-rotate-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  function rotate(env: Record<string, string>, ...words: string[]): Promise<OpsResult> {
    return runOps({ DATA_DIR: folder, ...env }, 'keys', 'rotate', ...words);
  }

  it('prints sets that follow one another, alone on standard output, without a database', async () => {
    const file = path.join(folder, 'configured.json');
    const first = await rotate({}, '--print');
    await writeFile(file, first.stdout);
    const second = await rotate({ JWT_SIGNING_KEYS_FILE: file });
    const [[old], keys] = [first, second].map(
      ({ stdout }) => (JSON.parse(stdout) as { keys: { d: string; activeFrom: string }[] }).keys,
    ) as [[{ d: string }], { d: string; activeFrom: string }[]];
    expect(keys.map(({ d }) => d)).toEqual([old.d, expect.not.stringMatching(old.d)]);
    const inMinutes = (Date.parse(keys[1]?.activeFrom ?? '') - Date.now()) / 60_000;
    expect(inMinutes).toBeGreaterThan(28);
    expect(inMinutes).toBeLessThanOrEqual(30);
    expect(second.stderr).toContain('restart them one by one');
  });

  it("replaces the data folder's key in development, and shows none", async () => {
    const { stdout } = await rotate({});
    expect(stdout).toContain(`rotated: ${path.join(folder, 'jwt-signing-keys.json')}`);
    expect(stdout).not.toContain('"d"');
  });
});

describe('the API in production', () => {
  it('does not start without signing keys, and says so in one line', async () => {
    const database = await createTestDatabase();
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      PUBLIC_BASE_URL: 'https://api.example.com/v1',
      RPC_URL: 'https://rpc.example.com',
      CHAIN_ID: '8453',
      LAUNCHPAD_ADDRESS: `0x${'1'.repeat(40)}`,
      PLATFORM_TOKEN_ADDRESS: `0x${'2'.repeat(40)}`,
      PRICE_FEED_ADDRESS: `0x${'3'.repeat(40)}`,
    };
    await expect(
      run(process.execPath, ['dist/apps/api/main.js'], { env, timeout: 500_000 }),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^JWT_SIGNING_KEYS: production needs keys of its own.*\n$/),
    });
    await database.drop();
  });
});

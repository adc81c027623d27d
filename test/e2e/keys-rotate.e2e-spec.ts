import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The program itself, as an operator runs it. */
describe('npm run ops -- keys rotate', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-rotate-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  function rotate(
    env: Record<string, string>,
    ...words: string[]
  ): Promise<{ stdout: string; stderr: string }> {
    const variables = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...env };
    return run(process.execPath, ['dist/apps/ops/src/main.js', 'keys', 'rotate', ...words], {
      env: variables,
    });
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

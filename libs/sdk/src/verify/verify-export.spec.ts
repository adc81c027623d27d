import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExportError, readManifest } from './manifest.js';
import { verifyExport } from './verify-export.js';

const token = `0x${'A'.repeat(40)}`;
const zero = `0x${'0'.repeat(40)}`;
const [curve, buyer, friend] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`);
const time = '2026-11-28T10:20:00.000Z';

/** An app that one wallet bought of, and gave some away. */
const SETS: Readonly<Record<string, readonly object[]>> = {
  launches: [{ block_number: 1, token, symbol: 'MAPS' }],
  transfers: [
    { block_number: 1, token, sender: zero, recipient: curve, amount: '1000' },
    { block_number: 2, token, sender: curve, recipient: buyer, amount: '300' },
    { block_number: 3, token, sender: buyer, recipient: friend, amount: '100' },
  ],
  holders: [
    { block_number: 9, token, holder: curve, change: '700' },
    { block_number: 9, token, holder: buyer, change: '200' },
    { block_number: 9, token, holder: friend, change: '100' },
  ],
  positions: [
    { block_number: 2, token, wallet: buyer, quantity: '300' },
    { block_number: 3, token, wallet: buyer, quantity: '200' },
    { block_number: 3, token, wallet: friend, quantity: '100' },
  ],
  trades: [{ block_number: 2, token, time, trader: buyer, platform_amount: '50', usd_amount: '12.5' }],
  candles: [
    { token, seconds: 3_600, open_time: '2026-11-28T10:00:00.000Z', volume_platform: '50', trades: 1 },
  ],
};

interface Changes {
  readonly sets?: typeof SETS;
  /** What is written in the place of a file. */
  readonly content?: Readonly<Record<string, string>>;
  readonly manifest?: (text: string) => string;
}

describe('an export that is verified', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'slipway-verify-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function write({ sets = SETS, content = {}, manifest = (text) => text }: Changes = {}): void {
    const files = Object.entries(sets).map(([set, rows]) => {
      const file = `${set}/0000000000-0000000009.ndjson`;
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      mkdirSync(path.join(folder, set));
      writeFileSync(path.join(folder, file), content[set] ?? text);
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { set, format: 'ndjson', file, rows: rows.length, bytes: text.length, sha256 };
    });
    const launchpad = `0x${'9'.repeat(40)}`;
    const segments = [{ fromBlock: 0, toBlock: 9, toBlockHash: null, files }];
    const head = { format: 'slipway-export', schemaVersion: 1, chainId: 8453, launchpad };
    writeFileSync(path.join(folder, 'manifest.json'), manifest(JSON.stringify({ ...head, segments })));
  }

  const changed = (set: string, rows: readonly object[]): Changes => ({ sets: { ...SETS, [set]: rows } });

  it('is as published, and its app comes to the same in each way', async () => {
    write();
    const { manifest, app } = await verifyExport(folder, token);
    expect([manifest.toBlock, manifest.files.length]).toEqual([9, 6]);
    expect(app).toEqual({
      symbol: 'MAPS',
      supply: 1_000n,
      holders: 3,
      trades: 1,
      volumePlatform: 50n,
      volumeUsd: '12.5',
    });
    expect((await verifyExport(folder, null)).app).toBeNull();
  });

  const TRADES = 'trades/0000000000-0000000009.ndjson';
  const [trade] = SETS['trades'] ?? [];
  const line = JSON.stringify(trade);

  it.each([
    ['a flipped byte', `${line.replace('"50"', '"51"')}\n`, `${TRADES} has another SHA-256`],
    ['a byte less', line, `${TRADES} has not ${line.length + 1} bytes`],
    ['a row more', `${line}\n${line}\n`, `${TRADES} has not ${line.length + 1} bytes`],
  ])('does not pass with %s', async (_, text, message) => {
    write({ content: { trades: text } });
    await expect(verifyExport(folder, null)).rejects.toThrow(new ExportError(message));
  });

  it('does not pass with other rows than the manifest says', async () => {
    write({ manifest: (text) => text.replace('"rows":3', '"rows":4') });
    await expect(verifyExport(folder, null)).rejects.toThrow('has not 4 rows');
  });

  it('does not pass without a file', async () => {
    write();
    rmSync(path.join(folder, TRADES));
    await expect(verifyExport(folder, null)).rejects.toThrow(`${TRADES} cannot be read: ENOENT`);
  });

  it.each([
    ['leads out of the folder', '"set":"trades"', '"set":"../.."'],
    ['names another file', TRADES, '../../../etc/passwd'],
    ['names an absolute file', TRADES, '/etc/passwd'],
    ['names another host', TRADES, 'https://example.com/x'],
    ['has no hash', /"sha256":"[0-9a-f]{8}/, '"sha256":"'],
    ['has a gap', '"fromBlock":0', '"fromBlock":1'],
    ['ends before it begins', '"toBlock":9', '"toBlock":-1'],
    ['has another schema', '"schemaVersion":1', '"schemaVersion":2'],
    ['is of something else', 'slipway-export', 'slipway-backup'],
    ['is no JSON', '{', ''],
    ['is a list', /.*/, '[]'],
    ['has files that are none', /"files":\[.*\]\}/, '"files":[null]}'],
  ])('does not pass when its manifest %s', async (_, from, to) => {
    write({ manifest: (text) => text.replace(from, to) });
    await expect(verifyExport(folder, null)).rejects.toBeInstanceOf(ExportError);
  });

  it('has its app by an address in any case', async () => {
    write();
    expect((await verifyExport(folder, token.toLowerCase())).app?.symbol).toBe('MAPS');
  });

  it('has no file twice', () => {
    write();
    const sha256 = '0'.repeat(64);
    const file = {
      set: 'a',
      format: 'ndjson',
      file: 'a/0000000000-0000000009.ndjson',
      rows: 0,
      bytes: 0,
      sha256,
    };
    const segments = [{ fromBlock: 0, toBlock: 9, files: [file, file] }];
    const text = { format: 'slipway-export', schemaVersion: 1, chainId: 1, launchpad: token, segments };
    expect(() => readManifest(JSON.stringify(text))).toThrow('a file is named twice');
  });

  it.each([
    [
      'a balance',
      changed('holders', (SETS['holders'] ?? []).slice(1)),
      'has 700 by transfers, 0 by changes of balances',
    ],
    ['the supply', changed('transfers', (SETS['transfers'] ?? []).slice(1)), 'sent more than it had'],
    [
      'a position',
      changed('positions', (SETS['positions'] ?? []).slice(0, 1)),
      '200 by transfers, 300 by its position',
    ],
    ['an hour', changed('trades', []), 'has 0 by trades, 50 by its candle'],
    ['a launch', changed('launches', []), 'no app has 0xaaaa'],
    [
      'an amount',
      changed('trades', [{ ...trade, platform_amount: '1e9' }]),
      'platform_amount of a row is no amount',
    ],
  ])('does not pass when %s does not agree', async (_, changes, message) => {
    write(changes);
    await expect(verifyExport(folder, token)).rejects.toThrow(message);
  });
});

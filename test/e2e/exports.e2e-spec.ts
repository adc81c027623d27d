import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expectError } from '../support/http/expect-envelope.js';
import { IndexedDatabase } from '../support/indexed-database.js';
import { startApi, type RunningApi } from '../support/running-api.js';

const FILE = 'trades/0000000000-0000000099.ndjson';
const CONTENT = '{"block_number":1}\n{"block_number":2}\n';

describe('files of final blocks', () => {
  let database: IndexedDatabase;
  let outer: string;
  let api: RunningApi;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    outer = mkdtempSync(path.join(tmpdir(), 'slipway-exports-'));
    mkdirSync(path.join(outer, 'served/trades'), { recursive: true });
    writeFileSync(path.join(outer, 'served', FILE), CONTENT);
    writeFileSync(path.join(outer, 'served', FILE.replace('ndjson', 'parquet')), 'PAR1');
    writeFileSync(path.join(outer, 'served/manifest.json'), '{"segments":[]}');
    writeFileSync(path.join(outer, 'served/secret.txt'), 'secret');
    writeFileSync(path.join(outer, 'served/trades/0000000100-0000000199.ndjson.unfinished'), 'secret');
    writeFileSync(path.join(outer, 'manifest.json'), 'secret');
    api = await startApi(database.url, { exportsDir: path.join(outer, 'served') });
  });

  afterAll(async () => {
    await api.close();
    await database.close();
    rmSync(outer, { recursive: true });
  });

  const get = (file: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${api.origin}/exports/${file}`, { headers, method });

  it('are served to be kept for ever, the manifest for a minute', async () => {
    const file = await get(FILE);
    expect([file.status, await file.text()]).toEqual([200, CONTENT]);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/x-ndjson; charset=utf-8',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]+-[0-9a-f]+"$/) as string,
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    const parquet = await get(FILE.replace('ndjson', 'parquet'));
    expect(parquet.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    const manifest = await get('manifest.json');
    expect(await manifest.json()).toEqual({ segments: [] });
    expect(manifest.headers.get('cache-control')).toBe('public, max-age=60, stale-if-error=300');
    expect(manifest.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('are served in ranges, so that a download is resumed', async () => {
    const etag = (await get(FILE, {}, 'HEAD')).headers.get('etag') ?? '';
    const rest = await get(FILE, { Range: 'bytes=19-', 'If-Range': etag });
    expect([rest.status, await rest.text()]).toEqual([206, CONTENT.slice(19)]);
    expect(rest.headers.get('content-range')).toBe(`bytes 19-37/${CONTENT.length}`);
    const other = await get(FILE, { Range: 'bytes=19-', 'If-Range': '"another"' });
    expect([other.status, await other.text()]).toEqual([200, CONTENT]);
    const last = await get(FILE, { Range: 'bytes=-2' });
    expect(await last.text()).toBe('}\n');
    const beyond = await get(FILE, { Range: 'bytes=1000-' });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${CONTENT.length}`);
    await expectError(beyond, [416, 'invalid_request']);
  });

  it('are not sent again to who has them', async () => {
    const etag = (await get(FILE)).headers.get('etag') ?? '';
    expect((await get(FILE, { 'If-None-Match': etag })).status).toBe(304);
  });

  it.each([
    ...['trades', 'trades/', 'secret.txt', 'trades/0000000100-0000000199.ndjson', '%2e%2e/manifest.json'],
    ...['trades/0000000100-0000000199.ndjson.unfinished', '..%2fmanifest.json', 'trades/..%2fsecret.txt'],
    ...[
      'trades/%00',
      'TRADES/0000000000-0000000099.ndjson',
      `${'a'.repeat(3_000)}/0000000000-0000000099.ndjson`,
    ],
    ...['.trades/x', 'trades%2f0000000000-0000000099.ndjson'],
  ])('are no others: %.60s', async (file) => {
    const response = await get(file);
    expect([400, 404]).toContain(response.status);
    expect(await response.text()).not.toContain('secret');
  });

  it('are none above the folder, whatever a client sends', async () => {
    for (const target of [
      '/exports/../manifest.json',
      '/exports/trades/../../manifest.json',
      '/exports//manifest.json',
    ]) {
      const socket = connect(api.port, '127.0.0.1');
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).not.toContain('secret');
    }
  });

  it('are not there without a folder', async () => {
    const off = await startApi(database.url);
    try {
      await expectError(await fetch(`${off.origin}/exports/manifest.json`), [404, 'not_found']);
    } finally {
      await off.close();
    }
  });
});

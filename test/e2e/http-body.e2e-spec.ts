import { gzipSync } from 'node:zlib';
import { expectEnvelope, expectError } from '../support/http/expect-envelope.js';
import { sendRaw } from '../support/http/raw-request.js';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('bodies are read strictly', () => {
  let api: RunningSampleApi;

  beforeAll(async () => {
    api = await startSampleApi();
  });

  afterAll(async () => {
    await api.app.close();
  });

  async function post(
    body: string | Buffer | undefined,
    headers: Record<string, string> = JSON_TYPE,
    path = '',
  ): Promise<Response> {
    return fetch(`${api.origin}/v1/samples${path}`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body }),
    });
  }

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;',
  ])('reads %s', async (type) => {
    const response = await post('{"ids":["é"]}', { 'Content-Type': type });
    expect([response.status, await response.json()]).toEqual([200, { seen: { ids: ['é'] } }]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('tells no body from an empty object', async () => {
    for (const headers of [{}, JSON_TYPE]) {
      const response = await post(undefined, headers, '/free');
      expect(await response.json()).toEqual({ seen: { body: null, isAbsent: true } });
    }
    expect(await (await post('{}', JSON_TYPE, '/free')).json()).toEqual({
      seen: { body: {}, isAbsent: false },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['no content type', { 'Content-Type': '' }],
    ['text', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['JSON of another kind', { 'Content-Type': 'application/vnd.api+json' }],
    ['a longer name', { 'Content-Type': 'application/jsonp' }],
    ['utf-16', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['utf-7', { 'Content-Type': 'application/json; charset=utf-7' }],
    ['latin-1', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
    ['a coding we could read', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['an unknown coding', { ...JSON_TYPE, 'Content-Encoding': 'x' }],
  ])('%s is a 415', async (_what, headers) => {
    await expectError(await post(Buffer.from('{"ids":[]}'), headers), [415, 'unsupported_media_type']);
  });

  it('a transfer coding beside chunks is a 415', async () => {
    const request =
      'POST /v1/samples HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\n' +
      'Connection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
    const { status, headers, body } = await sendRaw(api.port, request);
    expectEnvelope({ status, header: (name) => headers[name] ?? null, text: body }, [
      415,
      'unsupported_media_type',
    ]);
  });

  it('a gzip bomb is a 415, unread', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    await expectError(await post(bomb, headers), [415, 'unsupported_media_type']);
  });

  it.each(['{', '{"ids":}', "{'ids':[]}", '\u{feff}{', '{"ids":[]}x', 'NaN', 'undefined', ' '])(
    '%j is malformed',
    async (body) => {
      await expectError(await post(body), [400, 'malformed_json']);
    },
  );

  it('bytes that are not UTF-8 are malformed', async () => {
    await expectError(await post(Buffer.from('{"ids":["\xff"]}', 'latin1')), [400, 'malformed_json']);
    await expectError(await post(Buffer.from('{"ids":[]}', 'utf16le')), [400, 'malformed_json']);
  });

  it.each<[string, string]>([
    ['2,000 lists deep', '['.repeat(2_000) + ']'.repeat(2_000)],
    ['2,000 objects deep', '{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000)],
    ['33 deep', '['.repeat(33) + ']'.repeat(33)],
    ['deep without an end', '['.repeat(30_000)],
    ['1,001 values long', JSON.stringify(Array.from({ length: 1_001 }, () => 1))],
  ])('JSON that is %s is refused, also where anything is taken', async (_what, body) => {
    for (const path of ['', '/free']) {
      const { details } = await expectError(await post(body, JSON_TYPE, path), [400, 'invalid_request']);
      expect(details.issues?.[0]?.path).toBe('body');
    }
  });

  it.each([
    ['32 levels', '['.repeat(32) + ']'.repeat(32)],
    ['1,000 values', JSON.stringify(Array.from({ length: 1_000 }, () => 1))],
  ])('takes %s', async (_what, body) => {
    expect((await post(body, JSON_TYPE, '/free')).status).toBe(200);
  });

  it.each(['[]', 'null', '1', '"text"', 'true'])('%s is no object', async (body) => {
    const { details } = await expectError(await post(body), [400, 'invalid_request']);
    expect(details.issues).toEqual([{ path: 'body', message: 'must be a JSON object' }]);
  });

  it.each<[object | string, string[]]>([
    [{}, ['ids']],
    [{ ids: 'a' }, ['ids']],
    [{ ids: [1] }, ['ids']],
    [{ ids: null }, ['ids']],
    [{ ids: ['1', '2', '3', '4'] }, ['ids']],
    [{ ids: [], nope: 1 }, ['nope']],
    [{ ids: ['a\0'] }, ['ids[0]']],
    ['{"ids":[],"__proto__":{"admin":true}}', ['__proto__']],
    [{ ids: [], constructor: { prototype: {} } }, ['constructor']],
  ])('%j is refused by name', async (body, names) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { details } = await expectError(await post(text), [400, 'invalid_request']);
    expect(details.issues?.map(({ path }) => path)).toEqual(names);
  });

  it('names at most 20 of 900 unknown keys', async () => {
    const body = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`k${index}`, 1]));
    const { details } = await expectError(await post(JSON.stringify(body)), [400, 'invalid_request']);
    expect(details.issues).toHaveLength(20);
  });

  it('takes 32 KB, and not one byte more', async () => {
    const frame = '{"a":""}'.length;
    const body = (size: number): string => JSON.stringify({ a: 'x'.repeat(size - frame) });
    expect((await post(body(32_768), JSON_TYPE, '/free')).status).toBe(200);
    await expectError(await post(body(32_769), JSON_TYPE, '/free'), [413, 'payload_too_large']);
    await expectError(await post(body(5_000_000), JSON_TYPE, '/free'), [413, 'payload_too_large']);
  });

  it('counts what comes in chunks, and the announced length at once', async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const head =
      'POST /v1/samples/free HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n';
    const chunked = await sendRaw(
      api.port,
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
    );
    const announced = await sendRaw(api.port, `${head}Content-Length: 99999999\r\n\r\n{`);
    for (const { status, headers, body } of [chunked, announced]) {
      const header = (name: string): string | null => headers[name] ?? null;
      expectEnvelope({ status, header, text: body }, [413, 'payload_too_large']);
    }
  });
});

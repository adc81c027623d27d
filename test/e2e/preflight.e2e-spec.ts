import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { inlineComponents } from '../../apps/api/src/openapi/json/inline-components.js';
import { ERROR_CODES } from '@slipway/http';
import type { Address } from '@slipway/domain';
import type { PreflightResultDto } from '../../apps/api/src/modules/preflight/preflight.dto.js';
import { askAgain } from '../support/ask-again.js';
import { CODE_POINT } from '../support/code-points.js';
import type { LaunchTexts } from '../support/launchpad-fixture.js';
import { PreflightFixture, codesOf } from '../support/preflight-fixture.js';

const FAMILY = '👨\u200d👩\u200d👧\u200d👦';

describe('POST /preflight/launch', () => {
  let preflight: PreflightFixture;
  let fixture: PreflightFixture['fixture'];
  let indexed: PreflightFixture['indexed'];
  let api: PreflightFixture['api'];
  let creator: PreflightFixture['creator'];
  let right: PreflightFixture['right'];
  let check: PreflightFixture['check'];

  beforeAll(async () => {
    preflight = await PreflightFixture.open();
    ({ fixture, indexed, api, creator, right, check } = preflight);
  });

  afterAll(async () => {
    await preflight.close();
  });

  const launchCall = (texts: LaunchTexts, from: Address) =>
    fixture.onLaunchpad('launch', from, [
      texts.name,
      texts.symbol,
      texts.description,
      texts.imageUrl,
      texts.website,
    ]);

  describe('a candidate that is right in all points', () => {
    it('is ok, available, and costs what the launchpad says at the block of the response', async () => {
      const { result, block } = await check(right());
      const cost = await fixture.client.readContract({
        ...fixture.onLaunchpad('launchCost', creator, []),
        blockNumber: block,
      });
      expect(block).toBe(await fixture.client.getBlockNumber());
      expect(result).toEqual({
        ok: true,
        errors: [],
        warnings: [],
        nameAvailable: true,
        symbolAvailable: true,
        estimatedPlatformCost: String(cost),
      });
    });

    it('launches with exactly that approval; one wei less is warned of, and reverts', async () => {
      await fixture.undone(async () => {
        const cost = BigInt((await check(right())).result.estimatedPlatformCost!);
        await fixture.platform('approve', creator, [fixture.addresses.launchpad, cost - 1n]);
        await indexed.catchUp();
        const { result } = await check(right());
        expect(result).toMatchObject({
          ok: true,
          warnings: [{ code: 'insufficient_allowance', field: 'creator' }],
        });
        expect(result.warnings[0]!.message).toContain('0.000000000000000001 SLIP');
        expect(await fixture.errorOf(launchCall(right(), creator))).toBe('ERC20InsufficientAllowance');

        await fixture.platform('approve', creator, [fixture.addresses.launchpad, cost]);
        await indexed.catchUp();
        expect((await check(right())).result.warnings).toEqual([]);
        await fixture.launch(creator, right());
      });
      await indexed.catchUp();
    });

    it('launches, whatever it is, when there is nothing to warn of', async () => {
      const word = fc.oneof(
        fc.string({ minLength: 1, maxLength: 24 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
        fc.constantFrom('東京タワー', 'می\u200cخواهم', 'ශ්\u200dරී', FAMILY, 'Слон', '  padded  '),
      );
      const link = fc.webPath().map((path) => `https://example.com${path}`);
      const candidates = fc.record({
        name: word,
        symbol: fc.stringMatching(/^[A-Z0-9]{2,10}$/),
        description: fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 500 }),
        imageUrl: link,
        website: link,
      });
      let launched = 0;
      await fc.assert(
        fc.asyncProperty(candidates, async (texts) => {
          const { result } = await check({ ...texts, creator });
          if (!result.ok || result.warnings.length > 0) return;
          launched += 1;
          await fixture.undone(() => fixture.launch(creator, texts, 20_000_000n));
        }),
        { numRuns: 60 },
      );
      expect(launched).toBeGreaterThan(20);
    });
  });

  describe('homoglyphs', () => {
    it.each([
      ['Tіdeрооl', 'Cyrillic і, р, о'],
      ['Tιdeρool', 'Greek rho, iota'],
      ['Tideρool', 'Greek rho'],
      ['Ｔｉｄｅｐｏｏｌ', 'fullwidth'],
      ['Modern', 'rn for m'],
      ['Tide\u200bpool', 'zero-width space'],
      ['Tide\u2060pool', 'word joiner'],
      ['TIDEPOOL', 'case'],
      ['Tidepóol', 'an accent'],
      ['Tide\u0335pool', 'a stroke'],
      ['T\u0131depool', 'dotless i'],
      ['Tidepoo1', 'one for l'],
      ['Tidep00l', 'nought for o'],
      ['PayPaI Club', 'capital I for l'],
      ['ВЕСНА', 'case, Cyrillic'],
    ])('of a taken name: %s (%s)', async (name) => {
      const { result } = await check({ ...right(), name });
      expect(codesOf(result)).toContain('name: name_taken');
      expect(result).toMatchObject({ ok: false, nameAvailable: false });
    });

    it.each([
      '東京タワー',
      'ポケット地図',
      'خريطة الجيب',
      'می\u200cخواهم',
      'क्\u200dष',
      'ශ්\u200dරී',
      'Маяк',
      'Ελληνικά',
      'Café Zürich',
      FAMILY,
      '🏳\ufe0f\u200d🌈',
      '👩🏽\u200d🚀',
    ])('honest names pass: %s', async (name) => {
      expect((await check({ ...right(), name })).result).toMatchObject({ ok: true, warnings: [] });
    });
  });

  it('quotes the name that another is like, without what would turn the message around', async () => {
    const { warnings } = await preflight.checkSimilar({ ...right(), name: 'Aatx' });
    expect(warnings).toEqual([
      {
        code: 'similar_name',
        field: 'name',
        message: 'Close to the name of an existing app: "Aa\ufffd\ufffdtxt".',
      },
    ]);
  });

  describe('URLs', () => {
    it.each([
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://user:pw@example.com',
      'https://127.1',
      'https://2130706433',
      'https://0x7f.1',
      'https://[::1]',
      'https://169.254.169.254',
      'https://localhost.',
      'https://１２７.0.0.1',
      'https://intranet',
    ])('refuses %s', async (website) => {
      expect(codesOf((await check({ ...right(), website })).result)).toContain('website: url_not_allowed');
    });
  });

  describe('a body that is no JSON object', () => {
    const json = { 'Content-Type': 'application/json' };
    it.each([
      ['none', json, undefined, 400, 'invalid_request'],
      ['empty, without a type', {}, undefined, 400, 'invalid_request'],
      ['an array', json, '[]', 400, 'invalid_request'],
      ['a number', json, '7', 400, 'invalid_request'],
      ['a string', json, '"x"', 400, 'invalid_request'],
      ['null', json, 'null', 400, 'invalid_request'],
      ['too deep', json, `{"name":${'['.repeat(32)}${']'.repeat(32)}}`, 400, 'invalid_request'],
      ['cut', json, '{"name":', 400, 'malformed_json'],
      ['not UTF-8', json, Buffer.from([0x22, 0xff, 0x22]), 400, 'malformed_json'],
      ['no type', {}, Buffer.from('{}'), 415, 'unsupported_media_type'],
      [
        'a form',
        { 'Content-Type': 'application/x-www-form-urlencoded' },
        'name=x',
        415,
        'unsupported_media_type',
      ],
      ['UTF-16', { 'Content-Type': 'application/json; charset=utf-16' }, '{}', 415, 'unsupported_media_type'],
      ['compressed', { ...json, 'Content-Encoding': 'gzip' }, '{}', 415, 'unsupported_media_type'],
      ['over 32 KB', json, `{"name":"${'x'.repeat(32_768)}"}`, 413, 'payload_too_large'],
    ] as const)('%s', async (_what, headers, body, status, code) => {
      const response = await fetch(`${api.origin}/v1/preflight/launch`, {
        method: 'POST',
        headers,
        ...(body !== undefined && { body }),
      });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { code } });
    });
  });

  it('responds to any JSON with a result or a documented error, and the same twice', async () => {
    const { paths, components } = inlineComponents(
      JSON.parse(readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8')) as {
        paths: Record<string, { post: { responses: Record<string, { description: string }> } }>;
        components: { schemas: Record<string, object> };
      },
    );
    const { responses } = paths['/preflight/launch']!.post;
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const isResult = ajv.compile({ $ref: '#/components/schemas/PreflightResult', components });
    const text = fc.oneof(
      fc.string({ unit: CODE_POINT, maxLength: 60 }),
      fc.string({ maxLength: 60 }),
      fc.webUrl(),
    );
    const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
    const candidate = fc.record(
      {
        name: value,
        symbol: fc.oneof(fc.stringMatching(/^[A-Z0-9]{2,10}$/), value),
        description: value,
        imageUrl: value,
        website: value,
        creator: fc.oneof(fc.constant(creator), value),
        ['__proto__']: value,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue({ maxDepth: 40 }), candidate, candidate), async (body) => {
        const sent = JSON.stringify(body);
        const ask = (): Promise<Response> => askAgain(() => api.post('/preflight/launch', sent));
        const response = await ask();
        const bytes = await response.text();
        const { status } = response;
        expect(status).toBeLessThan(500);
        if (status === 200) {
          const result = JSON.parse(bytes) as PreflightResultDto;
          expect(isResult(result)).toBe(true);
          expect(result.ok).toBe(result.errors.length === 0);
        } else {
          const { error } = JSON.parse(bytes) as { error: { code: never } };
          expect(ERROR_CODES).toContain(error.code);
          expect(responses[String(status)]?.description).toContain(`\`${String(error.code)}\``);
        }
        const again = await ask();
        expect(await again.text()).toBe(bytes);
        expect(again.status).toBe(status);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps nothing: private, no-store, with the block it is true at', async () => {
    const response = await api.post('/preflight/launch', right());
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-as-of-time')).toMatch(/^\d{4}-.*Z$/);
    expect(response.headers.get('etag')).toBeNull();
  });
});

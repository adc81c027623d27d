import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import pg from 'pg';
import { ERROR_CODES } from '#http';
import { toAddress, type Address } from '#values';
import type {
  BlockingCode,
  PreflightResult,
  WarningCode,
} from '../../apps/api/src/modules/preflight/preflight.types.js';
import { IndexWorld } from '../support/index-world.js';
import { LaunchpadFixture, type LaunchTexts } from '../support/launchpad-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { signIn, testWallet } from '../support/wallet.js';

type Fields = Readonly<Record<string, unknown>>;
type Code = BlockingCode | WarningCode;

const FAMILY = '👨\u200d👩\u200d👧\u200d👦';
const url = (length: number): string => 'https://example.com/'.padEnd(length, 'a');

describe('POST /preflight/launch', () => {
  let fixture: LaunchpadFixture;
  let world: IndexWorld;
  let client: pg.Client;
  let api: RunningApi;
  /** Launches nothing; has funds and an allowance without end. */
  let creator: Address;
  let busy: Address;
  let busier: Address;
  let blocked: Address;
  let poor: Address;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    const [first, second, third, fourth, fifth, sixth] = fixture.traders.map(toAddress);
    [creator, busy, busier, blocked, poor] = [first!, second!, third!, fourth!, sixth!];
    for (const [name, symbol] of [
      ['Tidepool', 'TIDE'],
      ['Modem', 'MODEM'],
      ['PayPal Club', 'PLUB'],
      ['Весна', 'VESNA'],
      ['Aa\u202e"txt', 'BIDI'],
    ] as const)
      await fixture.launch(fifth!, { name, symbol });
    for (let i = 0; i < 4; i += 1) await fixture.launch(busy, { name: `Busy Bee ${i}`, symbol: `BUSY${i}` });
    for (let i = 0; i < 5; i += 1) await fixture.launch(busier, { name: `Hive ${i}`, symbol: `HIVE${i}` });
    // Tests put the chain back to where it was, which is a shorter chain than was indexed.
    world = await IndexWorld.open(fixture.anvil.rpcUrl, { local: true });
    await world.catchUp();
    client = new pg.Client({ connectionString: world.database.url });
    await client.connect();
    await client.query(`INSERT INTO blocked_creators (creator, reason) VALUES ($1, 'spam')`, [blocked]);
    api = await startApi(world.database.url, { rpc: { http: [fixture.anvil.rpcUrl], ws: [] } });
  });

  afterAll(async () => {
    await api.close();
    await client.end();
    await world.close();
    await fixture.stop();
  });

  /** Right in all points. */
  function right(): LaunchTexts & { readonly creator: Address } {
    return {
      name: 'Harbor Lights',
      symbol: 'HRBR',
      description: 'Tide tables and harbor webcams.',
      imageUrl: 'https://harborlights.app/icon.png',
      website: 'https://harborlights.app',
      creator,
    };
  }

  async function check(
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ result: PreflightResult; block: bigint; text: string }> {
    const response = await api.post('/preflight/launch', body, headers);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.anything()]);
    const block = BigInt(response.headers.get('x-as-of-block')!);
    return { result: JSON.parse(text) as PreflightResult, block, text };
  }

  function codesOf({ errors, warnings }: PreflightResult): string[] {
    return [...errors, ...warnings].map(({ code, field }) => `${field}: ${code}`);
  }

  const launchCall = (texts: LaunchTexts, from: Address) =>
    fixture.onLaunchpad('launch', from, [
      texts.name,
      texts.symbol,
      texts.description,
      texts.imageUrl,
      texts.website,
    ]);

  describe('a candidate that is right in all points', () => {
    it('is ok, available, and costs what the launchpad says at the block of the answer', async () => {
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
        await world.catchUp();
        const { result } = await check(right());
        expect(result).toMatchObject({
          ok: true,
          warnings: [{ code: 'insufficient_allowance', field: 'creator' }],
        });
        expect(result.warnings[0]!.message).toContain('0.000000000000000001 SLIP (1 wei)');
        expect(await fixture.errorOf(launchCall(right(), creator))).toBe('ERC20InsufficientAllowance');

        await fixture.platform('approve', creator, [fixture.addresses.launchpad, cost]);
        await world.catchUp();
        expect((await check(right())).result.warnings).toEqual([]);
        await fixture.launch(creator, right());
      });
      await world.catchUp();
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
        description: fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }),
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

  describe('every code', () => {
    const without = (field: string): Fields => ({ [field]: undefined });
    const LONG = 'a'.repeat(501);

    /** What is changed of the right candidate, and a change one step away that is right, or wrong in another way. */
    const cases: readonly [Code, string, () => Fields, () => Fields][] = [
      ['required', 'name', () => without('name'), () => ({ name: '' })],
      ['required', 'symbol', () => without('symbol'), () => ({ symbol: '' })],
      ['required', 'creator', () => without('creator'), () => ({ creator: '' })],
      ['invalid_type', 'name', () => ({ name: 1 }), () => ({ name: '1' })],
      ['invalid_type', 'symbol', () => ({ symbol: ['AB'] }), () => ({ symbol: 'AB' })],
      ['invalid_type', 'description', () => ({ description: null }), () => ({ description: 'null' })],
      ['invalid_type', 'imageUrl', () => ({ imageUrl: {} }), () => without('imageUrl')],
      ['invalid_type', 'website', () => ({ website: false }), () => without('website')],
      ['invalid_type', 'creator', () => ({ creator: 0 }), () => ({ creator })],
      ['invalid_format', 'symbol', () => ({ symbol: 'abc' }), () => ({ symbol: 'ABC' })],
      ['invalid_format', 'symbol', () => ({ symbol: 'A' }), () => ({ symbol: 'A1' })],
      ['invalid_format', 'symbol', () => ({ symbol: 'A'.repeat(11) }), () => ({ symbol: 'A'.repeat(10) })],
      ['invalid_format', 'symbol', () => ({ symbol: 'ABC\n' }), () => ({ symbol: 'ABC' })],
      ['invalid_format', 'symbol', () => ({ symbol: 'ＡＢＣ' }), () => ({ symbol: 'ABC' })],
      ['invalid_format', 'creator', () => ({ creator: creator.slice(1) }), () => ({ creator })],
      [
        'invalid_format',
        'creator',
        () => ({ creator: `${creator}0` }),
        () => ({ creator: creator.toLowerCase() }),
      ],
      [
        'invalid_format',
        'website',
        () => ({ website: 'example.com' }),
        () => ({ website: 'https://example.com' }),
      ],
      [
        'invalid_format',
        'imageUrl',
        () => ({ imageUrl: 'https://example.com/ü' }),
        () => ({ imageUrl: 'https://example.com/u' }),
      ],
      ['too_short', 'name', () => ({ name: '' }), () => ({ name: 'Q' })],
      ['too_short', 'name', () => ({ name: ' \u3000' }), () => ({ name: ' Q\u3000' })],
      ['too_long', 'name', () => ({ name: 'x'.repeat(33) }), () => ({ name: 'x'.repeat(32) })],
      ['too_long', 'name', () => ({ name: FAMILY.repeat(6) }), () => ({ name: FAMILY.repeat(5) })],
      ['too_long', 'description', () => ({ description: LONG }), () => ({ description: LONG.slice(1) })],
      ['too_long', 'imageUrl', () => ({ imageUrl: url(1_025) }), () => ({ imageUrl: url(1_024) })],
      ['too_long', 'website', () => ({ website: url(1_025) }), () => ({ website: url(1_024) })],
      ['unsupported_characters', 'name', () => ({ name: 'Har\tbor' }), () => ({ name: 'Har bor' })],
      ['unsupported_characters', 'name', () => ({ name: 'Harbor\u202e' }), () => ({ name: 'Harbor' })],
      [
        'unsupported_characters',
        'name',
        () => ({ name: 'Harbor\ud83d' }),
        () => ({ name: 'Harbor\ud83d\ude00' }),
      ],
      ['unsupported_characters', 'name', () => ({ name: 'a\u200cb' }), () => ({ name: 'می\u200cخواهم' })],
      ['unsupported_characters', 'name', () => ({ name: 'क\u200dष' }), () => ({ name: 'क्\u200dष' })],
      ['unsupported_characters', 'name', () => ({ name: 'Har\u200dbor' }), () => ({ name: FAMILY })],
      ['unsupported_characters', 'name', () => ({ name: 'Hаrbor' }), () => ({ name: 'Маяк' })],
      ['reserved', 'name', () => ({ name: 'SIipway' }), () => ({ name: 'Slopway' })],
      ['reserved', 'symbol', () => ({ symbol: 'BTC' }), () => ({ symbol: 'BTD' })],
      ['reserved', 'symbol', () => ({ symbol: 'D0GE' }), () => ({ symbol: 'DQGE' })],
      ['name_taken', 'name', () => ({ name: 'Tidepool' }), () => ({ name: 'Tidepools' })],
      ['symbol_taken', 'symbol', () => ({ symbol: 'T1DE' }), () => ({ symbol: 'TLDE' })],
      [
        'url_not_allowed',
        'website',
        () => ({ website: 'http://example.com' }),
        () => ({ website: 'https://example.com' }),
      ],
      [
        'url_not_allowed',
        'imageUrl',
        () => ({ imageUrl: 'https://127.1/a' }),
        () => ({ imageUrl: 'https://127.1.example.com/a' }),
      ],
      ['creator_blocked', 'creator', () => ({ creator: blocked.toLowerCase() }), () => ({ creator })],
      ['launch_rate_exceeded', 'creator', () => ({ creator: busier }), () => ({ creator: busy })],
      ['missing_description', 'description', () => without('description'), () => ({ description: 'x' })],
      ['missing_description', 'description', () => ({ description: '' }), () => ({ description: 'x' })],
      ['missing_image', 'imageUrl', () => without('imageUrl'), () => ({})],
      ['missing_image', 'imageUrl', () => ({ imageUrl: '' }), () => ({})],
      ['missing_website', 'website', () => without('website'), () => ({})],
      ['similar_name', 'name', () => ({ name: 'Tidepol' }), () => ({ name: 'Tidepl' })],
      ['similar_name', 'name', () => ({ name: 'Tide-Pool' }), () => ({ name: 'Tide-Poles' })],
      ['unknown_field', 'logo', () => ({ logo: 1 }), () => ({})],
    ];

    it.each(cases)('%s of %s is reached, and missed by a step', async (code, field, change, neighbour) => {
      const wrong = (await check({ ...right(), ...change() })).result;
      expect(codesOf(wrong)).toContain(`${field}: ${code}`);
      const beside = (await check({ ...right(), ...neighbour() })).result;
      expect(codesOf(beside)).not.toContain(`${field}: ${code}`);
    });

    it.each(cases)('%s of %s comes alone, but for what follows from it', async (code, field, change) => {
      const { result } = await check({ ...right(), ...change() });
      const others = codesOf(result).filter((found) => found !== `${field}: ${code}`);
      expect(others.filter((found) => !found.startsWith(`${field}:`))).toEqual([]);
      expect(result.ok).toBe(result.errors.length === 0);
      if (result.errors.length === 0 || !['name', 'symbol'].includes(field)) return;
      const available = field === 'name' ? result.nameAvailable : result.symbolAvailable;
      const isTaken = result.errors.some((error) => /taken|reserved/.test(error.code));
      expect(available).toBe(isTaken ? false : undefined);
    });

    it('insufficient_balance: by how much', async () => {
      await fixture.undone(async () => {
        const cost = BigInt((await check(right())).result.estimatedPlatformCost!);
        const balance = await fixture.platformBalance(poor);
        await fixture.platform('transfer', poor, [creator, balance - cost]);
        await world.catchUp();
        expect((await check({ ...right(), creator: poor })).result.warnings).toEqual([]);
        await fixture.platform('transfer', poor, [creator, 10n ** 18n]);
        await world.catchUp();
        const { result } = await check({ ...right(), creator: poor });
        expect(result.warnings.map(({ code }) => code)).toEqual(['insufficient_balance']);
        expect(result.warnings[0]!.message).toContain('1 SLIP (1000000000000000000 wei)');
        expect(result.ok).toBe(true);
      });
      await world.catchUp();
    });

    it('launch_rate_exceeded: of the 24 hours before the block of the answer', async () => {
      await fixture.undone(async () => {
        await fixture.launch(busy, { name: 'Busy Bee 5', symbol: 'BUSY5' });
        await world.catchUp();
        const limited = (await check({ ...right(), creator: busy })).result;
        expect(codesOf(limited)).toEqual(['creator: launch_rate_exceeded']);
        await fixture.client.increaseTime({ seconds: 24 * 3_600 });
        await fixture.client.mine({ blocks: 1 });
        await world.catchUp();
        expect((await check({ ...right(), creator: busy })).result.ok).toBe(true);
      });
      await world.catchUp();
      await client.query('UPDATE launch_policy SET max_per_creator_per_24h = 4');
      expect(codesOf((await check({ ...right(), creator: busy })).result)).toHaveLength(1);
      await client.query('UPDATE launch_policy SET max_per_creator_per_24h = 5');
    });

    it('creator_mismatch: the token of another wallet; a bad token is 401', async () => {
      const own = testWallet(1);
      const bearer = { Authorization: `Bearer ${await signIn(api, own)}` };
      const mine = (await check({ ...right(), creator: own.address.toLowerCase() }, bearer)).result;
      expect(codesOf(mine)).not.toContain('creator: creator_mismatch');
      expect(codesOf((await check(right(), bearer)).result)).toEqual(['creator: creator_mismatch']);
      const refused = await api.post('/preflight/launch', right(), { Authorization: 'Bearer x' });
      expect(refused.status).toBe(401);
    });

    it('launches_paused: while the flag launches is off', async () => {
      await client.query(`INSERT INTO flags (name, enabled) VALUES ('launches', false)`);
      const paused = await until(async () => codesOf((await check(right())).result).length > 0);
      expect(paused).toBe(true);
      expect(codesOf((await check(right())).result)).toEqual(['launch: launches_paused']);
      await client.query('DELETE FROM flags');
      expect(await until(async () => (await check(right())).result.ok)).toBe(true);
    });

    it('cost_unavailable: when the chain is away', async () => {
      const lonely = await startApi(world.database.url, { rpc: { http: ['http://127.0.0.1:9'], ws: [] } });
      try {
        const response = await lonely.post('/preflight/launch', { ...right(), name: 'Tidepool' });
        expect(response.status).toBe(200);
        const result = (await response.json()) as PreflightResult;
        expect(codesOf(result)).toEqual(['name: name_taken', 'launch: cost_unavailable']);
        expect(result).not.toHaveProperty('estimatedPlatformCost');
      } finally {
        await lonely.close();
      }
    });

    it('unknown_field: twenty of them, clipped', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`${index}x`.padEnd(100, 'é'), index]),
      );
      const { warnings } = (await check({ ...right(), ...many })).result;
      expect(warnings).toHaveLength(20);
      expect(warnings.every(({ code }) => code === 'unknown_field')).toBe(true);
      expect(warnings[0]!.field).toBe('0x'.padEnd(64, 'é'));
    });
  });

  it('lists all problems by field, then by code', async () => {
    const { result } = await check({
      creator: blocked,
      website: ' http://localhost',
      imageUrl: 7,
      symbol: 'TIDE',
      name: 'T\u200bide\u0440ool',
      toString: 1,
      launch: 2,
    });
    expect(result.errors.map(({ field, code }) => [field, code])).toEqual([
      ['name', 'name_taken'],
      ['name', 'unsupported_characters'],
      ['symbol', 'symbol_taken'],
      ['imageUrl', 'invalid_type'],
      ['website', 'invalid_format'],
      ['website', 'url_not_allowed'],
      ['creator', 'creator_blocked'],
    ]);
    expect(result.warnings.map(({ field, code }) => [field, code])).toEqual([
      ['description', 'missing_description'],
      ['toString', 'unknown_field'],
      ['launch', 'unknown_field'],
    ]);
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
    const { warnings } = (await check({ ...right(), name: 'Aatx' })).result;
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

  it('answers any JSON with a result or a documented error, and the same twice', async () => {
    const { paths, components } = JSON.parse(
      readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8'),
    ) as {
      paths: Record<string, { post: { responses: Record<string, { description: string }> } }>;
      components: { schemas: Record<string, object> };
    };
    const { responses } = paths['/preflight/launch']!.post;
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const isResult = ajv.compile({ $ref: '#/components/schemas/PreflightResult', components });
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
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
        const response = await api.post('/preflight/launch', sent);
        const bytes = await response.text();
        const { status } = response;
        expect(status).toBeLessThan(500);
        if (status === 200) {
          const result = JSON.parse(bytes) as PreflightResult;
          expect(isResult(result)).toBe(true);
          expect(result.ok).toBe(result.errors.length === 0);
        } else {
          const { error } = JSON.parse(bytes) as { error: { code: never } };
          expect(ERROR_CODES).toContain(error.code);
          expect(responses[String(status)]?.description).toContain(`\`${String(error.code)}\``);
        }
        const again = await api.post('/preflight/launch', sent);
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

/** Asks again for up to two seconds. */
async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + 2_000;
  while (Date.now() < end) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

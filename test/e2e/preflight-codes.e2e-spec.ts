import type { BlockingCode, WarningCode } from '../../apps/api/src/modules/preflight/candidate.js';
import type { PreflightResultDto } from '../../apps/api/src/modules/preflight/preflight.dto.js';
import { PreflightFixture, codesOf } from '../support/preflight-fixture.js';
import { startApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { signIn, testWallet } from '../support/wallet.js';

type Fields = Readonly<Record<string, unknown>>;
type Code = BlockingCode | WarningCode;

const FAMILY = '👨\u200d👩\u200d👧\u200d👦';
const url = (length: number): string => 'https://example.com/'.padEnd(length, 'a');

describe('each code of POST /preflight/launch', () => {
  let preflight: PreflightFixture;
  let fixture: PreflightFixture['fixture'];
  let indexed: PreflightFixture['indexed'];
  let client: PreflightFixture['client'];
  let api: PreflightFixture['api'];
  let creator: PreflightFixture['creator'];
  let busy: PreflightFixture['busy'];
  let busier: PreflightFixture['busier'];
  let blocked: PreflightFixture['blocked'];
  let poor: PreflightFixture['poor'];
  let right: PreflightFixture['right'];
  let check: PreflightFixture['check'];
  let checkSimilar: PreflightFixture['checkSimilar'];

  beforeAll(async () => {
    preflight = await PreflightFixture.open();
    ({ fixture, indexed, client, api, creator, busy, busier, blocked, poor, right } = preflight);
    ({ check, checkSimilar } = preflight);
  });

  afterAll(async () => {
    await preflight.close();
  });

  describe('every code', () => {
    const without = (field: string): Fields => ({ [field]: undefined });
    const LONG = 'a'.repeat(501);

    /** A change of the right candidate. Then a change one step away, that is right or wrong in another way. */
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
      const body = { ...right(), ...change() };
      const wrong = code === 'similar_name' ? await checkSimilar(body) : (await check(body)).result;
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
        await indexed.catchUp();
        expect((await check({ ...right(), creator: poor })).result.warnings).toEqual([]);
        await fixture.platform('transfer', poor, [creator, 10n ** 18n]);
        await indexed.catchUp();
        const { result } = await check({ ...right(), creator: poor });
        expect(result.warnings.map(({ code }) => code)).toEqual(['insufficient_balance']);
        expect(result.warnings[0]!.message).toContain('is 1 SLIP below');
        expect(result.ok).toBe(true);
      });
      await indexed.catchUp();
    });

    it('launch_rate_exceeded: of the 24 hours before the block of the response', async () => {
      await fixture.undone(async () => {
        await fixture.launch(busy, { name: 'Busy Bee 5', symbol: 'BUSY5' });
        await indexed.catchUp();
        const limited = (await check({ ...right(), creator: busy })).result;
        expect(codesOf(limited)).toEqual(['creator: launch_rate_exceeded']);
        await fixture.client.increaseTime({ seconds: 24 * 3_600 });
        await fixture.client.mine({ blocks: 1 });
        await indexed.catchUp();
        expect((await check({ ...right(), creator: busy })).result.ok).toBe(true);
      });
      await indexed.catchUp();
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
      await until('launches are paused', async () => codesOf((await check(right())).result).length > 0);
      expect(codesOf((await check(right())).result)).toEqual(['launch: launches_paused']);
      await client.query('DELETE FROM flags');
      await until('launches go on', async () => (await check(right())).result.ok);
    });

    it('cost_unavailable: when the chain is away', async () => {
      const lonely = await startApi(indexed.database.url, { rpc: { http: ['http://127.0.0.1:9'], ws: [] } });
      try {
        const response = await lonely.post('/preflight/launch', { ...right(), name: 'Tidepool' });
        expect(response.status).toBe(200);
        const result = (await response.json()) as PreflightResultDto;
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
});

import { expectError } from '../support/http/expect-envelope.js';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';
import { sampleCursor } from '../support/http/sample.controller.js';

const LOWER = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const CHECKSUMMED = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

describe('input is read strictly', () => {
  let api: RunningSampleApi;

  beforeAll(async () => {
    api = await startSampleApi();
  });

  afterAll(async () => {
    await api.app.close();
  });

  async function refused(
    path: string,
    init: RequestInit = {},
  ): Promise<{ names: string[]; reason: string | undefined }> {
    const error = await expectError(await fetch(`${api.origin}/v1/samples${path}`, init), [
      400,
      'invalid_request',
    ]);
    return { names: error.details.issues?.map((issue) => issue.path) ?? [], reason: error.details.reason };
  }

  async function seen(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${api.origin}/v1/samples${path}`, init);
    expect(response.status).toBe(200);
    return ((await response.json()) as { seen: Record<string, unknown> }).seen;
  }

  describe('the path', () => {
    it.each([
      CHECKSUMMED,
      LOWER,
      CHECKSUMMED.toUpperCase().replace('0X', '0x'),
      CHECKSUMMED.replace('5FbDB', '5fBdb'),
    ])('takes %s, in any case, for one address in EIP-55', async (address) => {
      expect(await seen(`/${address}`)).toEqual({ tokenAddress: CHECKSUMMED });
    });

    it.each([
      'x',
      '0x',
      '0x1234',
      `${LOWER}0`,
      LOWER.slice(2),
      `0X${LOWER.slice(2)}`,
      `${LOWER}%00`,
      '%00',
      '%ZZ',
      '%FF',
      '%E0%A4%A',
      '%',
      `${LOWER}%0a`,
      '%20',
      "'%20OR%201=1--",
      'name.eth',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    ])('refuses %s by the name of the parameter', async (text) => {
      expect((await refused(`/${text}`)).names).toEqual(['tokenAddress']);
    });
  });

  describe('the query', () => {
    it.each([
      ['limit=0', ['limit']],
      ['limit=-1', ['limit']],
      ['limit=1e9', ['limit']],
      ['limit=1e2', ['limit']],
      ['limit=abc', ['limit']],
      ['limit=', ['limit']],
      ['limit', ['limit']],
      ['limit=1.5', ['limit']],
      ['limit=%205', ['limit']],
      ['limit=101', ['limit']],
      ['limit=1&limit=1', ['limit']],
      ['limit[]=1', ['limit[]']],
      ['limit[a]=1', ['limit[a]']],
      ['limit=%ZZ', ['limit']],
      ['limit=%00', ['limit']],
      ['sort=nope', ['sort']],
      ['sort=newest%00', ['sort']],
      ['sort=constructor', ['sort']],
      ['creator=x', ['creator']],
      ['tokens=', ['tokens']],
      ['tokens=x,y', ['tokens']],
      [`tokens=${[LOWER, LOWER, LOWER, LOWER].join(',')}`, ['tokens']],
      ['nope=1', ['nope']],
      ['nope', ['nope']],
      ['=1', ['']],
      ['__proto__=1', ['__proto__']],
      ['constructor=1', ['constructor']],
      ['toString=1', ['toString']],
      ['%00=1', ['\ufffd']],
      ['a%E2%80%AE%F3%A0%81%81=1', ['a\ufffd\ufffd']],
      ['Limit=1', ['Limit']],
      ['access_token=abc', ['access_token']],
      ['cursor=a&cursor=b&limit=1&limit=2', ['cursor', 'limit']],
      ['limit=1&li%6Dit=2', ['limit']],
      [`tokens=${LOWER}&tokens=`, ['tokens']],
      [`tokens=${LOWER},${LOWER}&tokens=${LOWER},${LOWER}`, ['tokens']],
      [`${`tokens=${LOWER}&`.repeat(300)}limit=0`, ['tokens']],
    ])('?%s is refused by name', async (query, names) => {
      expect((await refused(`?${query}`)).names.sort()).toEqual(names.sort());
    });

    it('names at most 20 unknown parameters, cut to 64 characters', async () => {
      const query = Array.from({ length: 50 }, (_, index) => `${'n'.repeat(80)}${index}=1`).join('&');
      const { names } = await refused(`?${query}`);
      expect(names).toHaveLength(20);
      expect(names[0]).toBe('n'.repeat(64));
    });

    it.each(['/config', '/linked', '/mine', `/${LOWER}`])(
      '%s, which takes none, refuses any',
      async (path) => {
        expect((await refused(`${path}?debug=1`)).names).toEqual(['debug']);
      },
    );

    it('reads a list that is sent once for each item', async () => {
      const tokens = [CHECKSUMMED, CHECKSUMMED, CHECKSUMMED];
      for (const query of [
        `tokens=${LOWER}&tokens=${CHECKSUMMED}&limit=7&tokens=${LOWER}`,
        `tokens=${LOWER},${LOWER}&tokens=${LOWER}&limit=7`,
      ])
        expect((await seen(`?${query}`)).query).toMatchObject({ limit: 7, tokens });
    });

    it('reads what is right', async () => {
      const { query } = await seen(`?limit=7&sort=volume&creator=${LOWER}&tokens=${LOWER},${CHECKSUMMED}`);
      const tokens = [CHECKSUMMED, CHECKSUMMED];
      expect(query).toEqual({ limit: 7, sort: 'volume', creator: CHECKSUMMED, tokens });
    });
  });

  describe('a cursor', () => {
    it('is read back', async () => {
      expect(
        (await seen(`?cursor=${api.cursors.encode(sampleCursor, 'samples', { block: 40 })}`)).position,
      ).toBe(40);
    });

    it.each([
      ['changed', (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`],
      ['cut', (text: string) => text.slice(0, -1)],
      ['made longer', (text: string) => `${text}AAAA`],
      ['padded', (text: string) => `${text}%3D`],
      ['empty', () => ''],
      ['a number', () => '20'],
      ['very long', () => 'A'.repeat(5_000)],
      ['with NUL', (text: string) => `${text}%00`],
    ])('that is %s is refused', async (what, change) => {
      const { names, reason } = await refused(
        `?cursor=${change(api.cursors.encode(sampleCursor, 'samples', { block: 40 }))}`,
      );
      expect(names).toEqual(['cursor']);
      if (what !== 'with NUL') expect(reason).toBe('cursor_invalid');
    });
  });
});

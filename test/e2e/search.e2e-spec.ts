import type { Address } from 'viem';
import type { AppSummaryDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import { ServedMarket } from '../support/served-market.js';
import { startApi } from '../support/running-api.js';
import { expectSwitchable } from '../support/switched-off.js';

const APPS = [
  ['Pocket Atlas', 'ATLS'],
  ['Tidepool', 'TIDE'],
  ['Tidepool Two', 'TDW'],
  ['Paypal Club', 'PPC'],
  ['100% Juice', 'JUICE'],
  ['Atlas_Shrugged', 'SHRUG'],
  ['O\'Hara "quoted"', 'OHARA'],
  ['🚀 Rocket', 'RKT'],
  ['Весна', 'VSN'],
  ['Modern', 'MODRN'],
  ['Moon Garden Club', 'MGC'],
  ['Gardener', 'GDNR'],
] as const;

describe('GET /apps/search', () => {
  let served: ServedMarket;
  const tokens = new Map<string, Address>();

  beforeAll(async () => {
    served = await ServedMarket.start(3, async (market, fixture) => {
      await market.publishPrice(250_000_000n);
      for (const [name, symbol] of APPS)
        tokens.set(name, await fixture.launch(fixture.trader(1), { name, symbol }));
      await fixture.buy(fixture.trader(2), tokens.get('Tidepool Two')!, 10n ** 18n);
    });
    await served.serveHead();
  });

  afterAll(() => served.stop());

  async function search(q: string, more = ''): Promise<string[]> {
    const { body } = await served.get<{ apps: AppSummaryDto[] }>(
      `/apps/search?q=${encodeURIComponent(q)}${more}`,
    );
    return body.apps.map(({ name }) => name);
  }

  it.each([
    ['its symbol', 'TIDE', 'Tidepool'],
    ['its symbol in small letters', 'atls', 'Pocket Atlas'],
    ['its name', 'Pocket Atlas', 'Pocket Atlas'],
    ['the start of its name', 'pock', 'Pocket Atlas'],
    ['the start of its symbol', 'JUI', '100% Juice'],
    ['a letter missing', 'Pocke Atlas', 'Pocket Atlas'],
    ['a letter too many', 'Pockett Atlas', 'Pocket Atlas'],
    ['a wrong letter', 'Pocket Atlos', 'Pocket Atlas'],
    ['swapped letters', 'Pokcet Atlas', 'Pocket Atlas'],
    ['a homoglyph', 'Росket Аtlаs', 'Pocket Atlas'],
    ['full width', 'Ｔｉｄｅｐｏｏｌ', 'Tidepool'],
    ['capital I for l', 'PaypaI CIub', 'Paypal Club'],
    ['accents', 'Tïdépool', 'Tidepool'],
    ['case of another script', 'ВЕСНА', 'Весна'],
    ['m for rn', 'Modem', 'Modern'],
    ['a per cent sign', '100%', '100% Juice'],
    ['an underscore', 'atlas_', 'Atlas_Shrugged'],
    ['an apostrophe', "o'h", 'O\'Hara "quoted"'],
    ['an emoji', '🚀', '🚀 Rocket'],
    ['a later word', 'juice', '100% Juice'],
    ['the start of a later word', 'garden c', 'Moon Garden Club'],
    ['later words', 'Garden Club', 'Moon Garden Club'],
    ['a word after an underscore', 'shrug', 'Atlas_Shrugged'],
    ['a word after an apostrophe', 'hara', 'O\'Hara "quoted"'],
    ['a quoted word', 'QUOTED', 'O\'Hara "quoted"'],
    ['the word after an emoji', 'rocke', '🚀 Rocket'],
    ['a later word with a letter missing', 'Gaden', 'Moon Garden Club'],
    ['a first word with a letter missing', 'Pocet', 'Pocket Atlas'],
    ['a later word with a wrong first letter', 'batlas', 'Pocket Atlas'],
    ['later words, one of them misspelt', 'Garden Clob', 'Moon Garden Club'],
    ['first words, one of them misspelt', 'Moon Gadren', 'Moon Garden Club'],
    ['a wrong letter of another script', 'Весма', 'Весна'],
    ['later words in homoglyphs', 'Gаrdеn C', 'Moon Garden Club'],
  ])('finds an app by %s', async (_, q, name) => {
    expect((await search(q))[0]).toBe(name);
  });

  it('finds an app by its address in any case', async () => {
    const token = tokens.get('Tidepool')!;
    for (const q of [token, token.toLowerCase(), `0x${token.slice(2).toUpperCase()}`, ` ${token} `])
      expect(await search(q)).toEqual(['Tidepool']);
  });

  it('finds apps by the start of their address, from six digits on', async () => {
    for (const [name, token] of tokens) {
      expect(await search(token.slice(0, 8).toLowerCase())).toContain(name);
      expect(await search(token.slice(0, 21))).toEqual([name]);
      expect(await search(token.slice(0, 7))).toEqual([]);
    }
  });

  it('finds no m by an r', async () => {
    expect(await search('r')).toEqual(['🚀 Rocket']);
    expect(await search('m')).toEqual(expect.arrayContaining(['Modern', 'Moon Garden Club']));
    expect(await search('moder')).toEqual(['Modern']);
  });

  it('has the app with most volume first, however many begin alike', async () => {
    const [busiest] = await search('tidepool two');
    expect(await search('t', '&limit=1')).toEqual([busiest]);
  });

  it('has exact matches before prefixes, prefixes before typos, and volume among equals', async () => {
    expect(await search('TIDE')).toEqual(['Tidepool', 'Tidepool Two']);
    expect(await search('tidepool')).toEqual(['Tidepool', 'Tidepool Two']);
    expect(await search('tidep')).toEqual(['Tidepool Two', 'Tidepool']);
    expect(await search('tidep', '&limit=1')).toEqual(['Tidepool Two']);
  });

  it('has names that begin so before those with a later word that does', async () => {
    expect(await search('garden')).toEqual(['Gardener', 'Moon Garden Club']);
    expect((await search('club')).sort()).toEqual(['Moon Garden Club', 'Paypal Club']);
    expect(await search('arden')).toEqual(['Moon Garden Club', 'Gardener']);
    expect(await search('rden')).toEqual([]);
    expect(await search('den')).toEqual([]);
  });

  it.each([
    '%',
    '_',
    "'",
    '"',
    '\\',
    ';--',
    "' OR 1=1 --",
    '👨‍👩‍👧',
    '\u200b',
    ' ',
    '%%',
    'zzzz',
    '0x12',
    '*',
    'ﷺ'.repeat(64),
  ])('takes %j as it is, and finds nothing that does not begin so', async (q) => {
    expect(await search(q)).toEqual([]);
  });

  it.each([
    ['', 'q'],
    ['q=', 'q'],
    [`q=${'a'.repeat(65)}`, 'q'],
    [`q=${encodeURIComponent('🚀'.repeat(65))}`, 'q'],
    ['q=a%00b', 'q'],
    ['q=%FF', 'q'],
    ['q=a&q=b', 'q'],
    ['q=a&limit=0', 'limit'],
    ['q=a&sort=new', 'sort'],
  ])('refuses ?%s, naming %s', async (query, path) => {
    const response = await served.api.get(`/apps/search?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { issues: { path: string }[] } } };
    expect(error.details.issues.map((issue) => issue.path)).toEqual([path]);
  });

  it('counts 64 characters, not bytes', async () => {
    expect(await search('🚀'.repeat(64))).toEqual([]);
  });

  it('bears a user who types fast: 30 letters in a row are within the limit', async () => {
    const api = await startApi(served.indexed.database.url, { rateLimitReadPerMinute: 100 });
    try {
      for (let length = 1; length <= 30; length += 1) {
        const q = encodeURIComponent('Pocket Atlas for the long road'.slice(0, length));
        expect((await api.get(`/apps/search?q=${q}`)).status).toBe(200);
      }
    } finally {
      await api.close();
    }
  });

  it('is off while operators switch `search` off, and comes back', async () => {
    const token = tokens.get('Tidepool')!;
    const paths = ['/apps/search?q=tide', `/apps/search?q=${token}`, '/apps/search?q=%25'];
    await expectSwitchable(served, 'search', paths, ['/apps', `/apps/${token}`]);
  });

  it('leaves out apps that operators hide', async () => {
    await served.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'a test')`, [
      tokens.get('Tidepool'),
    ]);
    await served.query('UPDATE catalog SET revision = revision + 1');
    expect(await search('Tidepool', '&limit=7')).toEqual(['Tidepool Two']);
    expect(await search(tokens.get('Tidepool')!, '&limit=7')).toEqual([]);
  });
});

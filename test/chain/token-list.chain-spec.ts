import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { schema } from '@uniswap/token-lists';
import type { Address } from 'viem';
import { ServedMarket } from '../support/served-market.js';

const FINALITY_BLOCKS = 4;

interface TokenList {
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
  readonly timestamp: string;
  readonly tokens: readonly { readonly address: Address; readonly name: string; readonly symbol: string }[];
}

const ajv = new Ajv({ strict: false, allErrors: true });
// ajv-formats is CommonJS: TypeScript takes its default export for the module.
(formats as unknown as (ajv: Ajv) => void)(ajv);
const isTokenList = ajv.compile(schema);

describe('GET /integrations/tokenlist.json', () => {
  let served: ServedMarket;
  const tokens: Address[] = [];

  beforeAll(async () => {
    served = await ServedMarket.start(
      67,
      async (market, fixture) => {
        await market.open(0);
        const launches = [
          { name: 'Pocket Harbor', symbol: 'HARB' },
          // The same to the eye, with a Cyrillic o; and another name with a symbol that is taken.
          { name: 'P\u043ecket Harbor', symbol: 'HARB2' },
          { name: 'Another One', symbol: 'harb' },
          { name: `Wide\u202E\n  open  ${'x'.repeat(70)}`, symbol: 'WI DE' },
          { name: 'Never Graduates', symbol: 'NEVER' },
        ];
        for (const [i, texts] of launches.entries())
          tokens.push(await fixture.launch(fixture.trader(i), texts));
        for (const token of tokens.slice(0, 4)) await market.graduate(token);
        await fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
      },
      { finality: { blocks: FINALITY_BLOCKS, isByTag: false } },
    );
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const read = async (): Promise<TokenList> => {
    const { body } = await served.get<TokenList>('/integrations/tokenlist.json');
    isTokenList(body);
    expect(isTokenList.errors ?? []).toEqual([]);
    return body;
  };

  it('has the platform token, and graduated apps that nothing is confusable with, as the schema wants them', async () => {
    const { tokens: listed, version } = await read();
    expect(listed.map(({ address }) => address)).toEqual([
      served.fixture.addresses.platformToken,
      tokens[0],
      tokens[3],
    ]);
    expect(listed[2]).toMatchObject({ symbol: 'WIDE', name: `Wide open ${'x'.repeat(50)}` });
    expect(version.minor).toBe(2);
  });

  it('has a higher major version, and one token less, when operators hide an app', async () => {
    const before = await read();
    const second = Math.floor(Date.now() / 1_000) * 1_000;
    await served.query('INSERT INTO hidden_apps (token, reason) VALUES ($1, $2)', [tokens[3], 'a test']);
    await served.fixture.client.mine({ blocks: 1 });
    await served.serveHead();
    const after = await read();
    expect(after.version.major).toBeGreaterThan(before.version.major);
    expect(Date.parse(after.timestamp)).toBeGreaterThanOrEqual(
      Math.max(second, Date.parse(before.timestamp)),
    );
    expect(after.tokens).toEqual(before.tokens.slice(0, 2));
  });

  it('adds a token, and a minor version, once a graduation is final', async () => {
    const before = await read();
    await served.fixture.client.increaseTime({ seconds: 60 });
    await served.market.graduate(tokens[4]!);
    const { timestamp } = await served.fixture.client.getBlock();
    await served.serveHead();
    // No time and no version of its own without a final graduation.
    expect(await read()).toEqual(before);
    await served.fixture.client.mine({ blocks: FINALITY_BLOCKS + 1 });
    await served.serveHead();
    const after = await read();
    expect(after.tokens.map(({ address }) => address)).toEqual([
      ...before.tokens.map(({ address }) => address),
      tokens[4],
    ]);
    expect(after.version).toEqual({ ...before.version, minor: before.version.minor + 1 });
    expect(after.timestamp).toBe(new Date(Number(timestamp) * 1_000).toISOString());
    expect(Date.parse(after.timestamp)).toBeGreaterThan(Date.parse(before.timestamp));
  });
});

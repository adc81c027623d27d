import { type Address, toAddress } from '@slipway/domain';
import { foldSymbol } from '@slipway/name-matching';
import { IndexedDatabase } from '../../../../../../test/support/indexed-database.js';
import { TokenNamesRepository } from './token-names.repository.js';
import { type NamedToken, TokenNamesService } from './token-names.service.js';

const STRANGER = toAddress(`0x${'ab'.repeat(20)}`);

describe('TokenNamesService', () => {
  let database: IndexedDatabase;
  let names: TokenNamesService;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    names = new TokenNamesService(new TokenNamesRepository(database.prisma));
  });

  afterAll(() => database.close());

  async function nameOf(token: Address): Promise<NamedToken> {
    return (await names.read([token])).get(token)!;
  }

  async function bear(token: Address, symbol: string): Promise<NamedToken> {
    await database.admin.query(
      `UPDATE chain.apps SET symbol = $2, symbol_key = $3
       WHERE token_id = (SELECT id FROM chain.addresses WHERE bytes = decode(substr($1, 3), 'hex'))`,
      [token, symbol, foldSymbol(symbol)],
    );
    return nameOf(token);
  }

  it('knows the platform token, apps with their supply, and no other', async () => {
    const platform = (await database.admin.query('SELECT platform_token FROM chain.deployment')).rows as {
      platform_token: Address;
    }[];
    expect(await nameOf(platform[0]!.platform_token)).toMatchObject({ symbol: 'SLIP', isPlain: true });
    expect(await nameOf(database.tokens[0]!)).toMatchObject({
      symbol: 'P1',
      isPlain: true,
      isHidden: false,
      isAmbiguous: false,
      supply: 10n ** 27n,
    });
    expect(await nameOf(STRANGER)).toEqual({
      address: STRANGER,
      symbol: null,
      isPlain: false,
      isHidden: false,
      isAmbiguous: false,
      isOurs: false,
      pool: null,
      supply: null,
    });
  });

  it.each(['SLIP', 'SL1P', 'SLlP', 'slip', 'ЅLІР', 'P1', 'p1', 'Р1', 'PI'])(
    'takes %s for what is older',
    async (symbol) => {
      await bear(database.tokens[0]!, 'P1');
      expect(await bear(database.tokens[4]!, symbol)).toMatchObject({ isAmbiguous: true, isPlain: false });
    },
  );

  it.each(['lower', 'A', 'ELEVENCHARS', 'A B', 'A.', 'ÄB', 'AB\n', ''])('quotes %j', async (symbol) => {
    expect(await bear(database.tokens[4]!, symbol)).toMatchObject({ isAmbiguous: false, isPlain: false });
  });

  it('leaves the oldest of a symbol plain, whoever takes it after', async () => {
    await bear(database.tokens[4]!, 'OWN');
    expect(await bear(database.tokens[5]!, 'OWN')).toMatchObject({ isAmbiguous: true });
    expect(await nameOf(database.tokens[4]!)).toMatchObject({ isAmbiguous: false, isPlain: true });
  });

  it('tells words that are reserved from the start, and hidden apps', async () => {
    expect(await bear(database.tokens[6]!, 'USDC')).toMatchObject({ isAmbiguous: true, isPlain: false });
    await database.admin.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'a test')`, [
      database.tokens[7],
    ]);
    expect(await nameOf(database.tokens[7]!)).toMatchObject({ isHidden: true });
  });

  it("never takes a reward token's symbol as plain", async () => {
    await database.admin.query(
      `INSERT INTO programs (id, name, reward_token, reward_symbol, distributor, emissions_per_day, starts_at, ends_at,
        planned_ends_at, rule, eligibility, allocations_public)
       VALUES ('p', 'P', $1, 'GOLD', $1, 1, now(), now() + interval '1 day', now() + interval '1 day', 'list', '', true)`,
      [STRANGER],
    );
    expect(await nameOf(STRANGER)).toMatchObject({ symbol: 'GOLD', isPlain: false, supply: null });
  });
});

import { DEAD_ADDRESS, ZERO_ADDRESS } from '@slipway/domain';
import { IndexedDatabase } from '../../../test/support/indexed-database.js';
import type { Program } from './rules/program.js';
import { ProgramsRepository } from './programs.repository.js';

describe('ProgramsRepository', () => {
  let database: IndexedDatabase;
  let repository: ProgramsRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new ProgramsRepository(database.prisma);
  });

  afterAll(() => database.close());

  const PROGRAM: Program = {
    id: 'a',
    name: 'A',
    tokenAddress: null,
    rewardToken: ZERO_ADDRESS,
    rewardSymbol: 'SLIP',
    distributor: DEAD_ADDRESS,
    emissionsPerDay: 2n ** 199n,
    startsAt: new Date(0),
    endsAt: new Date(1_000),
    plannedEndsAt: new Date(1_000),
    rule: 'list',
    eligibility: 'All.',
    allocationsPublic: true,
  };

  const revision = async () => (await database.prisma.client.catalog.findFirstOrThrow()).revision;

  it('adds a program with its list once, and finds it by its id and its distributor', async () => {
    const before = await revision();
    const list = [{ account: DEAD_ADDRESS, amount: 2n ** 199n }];
    expect(await repository.add(PROGRAM, list)).toBe(true);
    expect(await repository.add({ ...PROGRAM, id: 'b' }, list)).toBe(false);
    const state = { ...PROGRAM, trees: 0, accountedUntil: null, lastRoot: null };
    expect(await repository.list()).toEqual([state]);
    expect(await repository.find('a')).toEqual(state);
    expect(await repository.find(DEAD_ADDRESS)).toEqual(state);
    expect(await database.prisma.client.programListEntry.count()).toBe(1);
    // So that no instance of the API goes on with responses from before it.
    expect(await revision()).toBeGreaterThan(before);
  });

  it('moves the end of a program, and knows its last tree', async () => {
    await repository.end('a', new Date(500));
    await database.admin.query(
      `INSERT INTO reward_trees (program_id, root, accounted_until, leaves, total, nodes)
      SELECT 'a', root, to_timestamp(i), 1, 1, root
      FROM generate_series(1, 2) i CROSS JOIN LATERAL decode(repeat(i::text, 64), 'hex') root`,
    );
    expect(await repository.find('a')).toMatchObject({
      endsAt: new Date(500),
      trees: 2,
      accountedUntil: new Date(2_000),
      lastRoot: `0x${'2'.repeat(64)}`,
    });
  });
});

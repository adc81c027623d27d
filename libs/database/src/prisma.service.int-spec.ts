import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { throwIt } from '../../../test/support/throw-it.js';
import { until } from '../../../test/support/until.js';
import type { HeadRow } from './as-of.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { PrismaService } from './prisma.service.js';
import type { Statement } from './statement.js';

const ADD: Statement<[a: number, b: number], { sum: number }> = {
  name: 'add',
  text: 'SELECT $1::int + $2::int AS sum',
};
const ADD_ORIGIN: Statement<[origin: string], never> = { text: 'INSERT INTO origins (origin) VALUES ($1)' };
const COUNT_ORIGINS: Statement<[], { count: number }> = { text: 'SELECT count(*)::int FROM origins' };
const PREPARED: Statement<[], { name: string }> = { text: 'SELECT name FROM pg_prepared_statements' };
const SUM_AT_HEAD: Statement<[], HeadRow & { sum: number }> = {
  text: 'SELECT h.*, 3 AS sum FROM indexed_head h',
};

/** On a machine that others use too. */
const PATIENT = { statementTimeoutMs: 300_000, poolTimeoutMs: 300_000 };

describe('PrismaService', () => {
  let database: TestDatabase;
  let prisma: PrismaService;

  beforeEach(async () => {
    database = await createTestDatabase();
    prisma = new PrismaService({ url: database.url, role: 'slipway_ops', size: 1, ...PATIENT }, throwIt);
  });

  afterEach(async () => {
    await prisma.$close();
    await database.drop();
  });

  it('runs statements, prepared by their names, on the pool that its models use', async () => {
    await expect(prisma.$run(ADD, 1, 2)).resolves.toEqual([{ sum: 3 }]);
    await expect(prisma.client.origin.count()).resolves.toBe(0);
    await expect(prisma.$run(PREPARED)).resolves.toEqual([{ name: 'add' }]);
    expect(prisma.$connections()).toEqual({ open: 1, idle: 1, waiting: 0 });
  });

  it('opens all its connections before they are needed, or says why not', async () => {
    const settings = { url: database.url, role: 'slipway_api', size: 3, ...PATIENT } as const;
    const early = new PrismaService(settings, throwIt);
    await early.$open();
    expect(early.$connections()).toEqual({ open: 3, idle: 3, waiting: 0 });
    await early.$close();
    const away = new PrismaService({ ...settings, url: 'postgres://127.0.0.1:9/none' }, throwIt);
    await expect(away.$open()).rejects.toThrow('ECONNREFUSED');
    await away.$close();
  });

  it('says of which block a row is, or that there is none', async () => {
    await expect(prisma.$runAsOf(SUM_AT_HEAD)).resolves.toBeNull();
    const settings = { url: database.url, role: 'slipway_indexer', size: 1, ...PATIENT } as const;
    const indexer = new PrismaService(settings, throwIt);
    const time = new Date(1_700_000_000_000);
    await indexer.client.head.create({
      data: { blockNumber: 7, blockHash: Buffer.of(7), blockTime: time, levelAt: time },
    });
    // Whatever the server's own time zone.
    await expect(indexer.client.head.findFirst()).resolves.toMatchObject({ blockTime: time });
    await indexer.$close();
    const found = await prisma.$runAsOf(SUM_AT_HEAD);
    expect(found).toEqual({ sum: 3, asOf: expect.objectContaining({ block: 7n, time, isLagging: true }) });
  });

  it('keeps the statements of a transaction, or none of them', async () => {
    const add = (fails: boolean) =>
      prisma.$inTransaction(async (run) => {
        await run(ADD_ORIGIN, 'https://a.example');
        if (fails) throw new Error('not today');
        return run(COUNT_ORIGINS);
      });
    await expect(add(true)).rejects.toThrow('not today');
    await expect(prisma.client.origin.count()).resolves.toBe(0);
    await expect(add(false)).resolves.toEqual([{ count: 1 }]);
    await expect(prisma.client.origin.count()).resolves.toBe(1);
  });

  it('shows the statements of a snapshot one state, which they cannot change', async () => {
    const settings = { url: database.url, role: 'slipway_ops', size: 1, ...PATIENT } as const;
    const other = new PrismaService(settings, throwIt);
    const counts = await prisma.$inSnapshot(async (run) => {
      const before = await run(COUNT_ORIGINS);
      await other.$run(ADD_ORIGIN, 'https://b.example');
      return [before, await run(COUNT_ORIGINS)];
    });
    await other.$close();
    expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
    const write = prisma.$inSnapshot((run) => run(ADD_ORIGIN, 'https://c.example'));
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it.each<[string, (busy: PrismaService) => Promise<unknown>]>([
    ['a statement', (busy) => busy.$run(COUNT_ORIGINS)],
    ['a model', (busy) => busy.client.origin.count()],
    ['a transaction of models', (busy) => busy.client.$transaction((tx) => tx.origin.count())],
  ])('says of %s that PostgreSQL cannot serve while no connection is free', async (_, ask) => {
    const busy = new PrismaService({ url: database.url, role: 'slipway_ops', size: 1 }, throwIt);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let taken = Promise.resolve();
    // It may not wait long for its connection either.
    await until(
      'it is taken',
      () =>
        new Promise<boolean>((resolve) => {
          taken = busy.$inSnapshot(() => {
            resolve(true);
            return released;
          });
          taken.catch(() => {
            resolve(false);
          });
        }),
    );
    const error = await ask(busy).then(
      () => null,
      (reason: unknown) => reason,
    );
    release();
    await taken;
    await busy.$close();
    expect([error, isDatabaseUnavailable(error)]).toEqual([expect.any(Error), true]);
  });
});

import type pg from 'pg';
import { OwnPostgres } from '../../../test/support/own-postgres.js';
import { throwIt } from '../../../test/support/throw-it.js';
import { until } from '../../../test/support/until.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { readAtPrimary } from './read-pools.js';
import { PrismaService } from './prisma.service.js';
import { ReadServers } from './read-servers.js';
import type { Statement } from './statement.js';

const IS_STANDBY: Statement<[], { isStandby: boolean }> = {
  text: 'SELECT pg_is_in_recovery() AS "isStandby"',
};
const READ_ORIGINS: Statement<[], { origin: string }> = { text: 'SELECT origin FROM origins' };
/** At a standby it does not end by itself. */
const SLOW_READ: Statement<[], { isStandby: boolean }> = {
  text: `SELECT pg_is_in_recovery() AS "isStandby", pg_sleep(CASE WHEN pg_is_in_recovery() THEN 250 ELSE 0 END)
    FROM (SELECT count(*) FROM origins) counted`,
};
const ADD_NONCE: Statement<[], object> = { text: `INSERT INTO sign_in_nonces VALUES ('x', now())` };
const READ_OR_CONFLICT: Statement<[], object> = { text: 'SELECT public.read_or_conflict()' };
const BACKEND: Statement<[], { pid: number }> = { text: 'SELECT pg_backend_pid() AS pid' };
/** Of the server alone: the pool's own wait is not much longer than its statements' limit. */
const LIMIT: Statement<[], never> = { text: 'SET statement_timeout = 1500' };
const SLEEP: Statement<[seconds: number], object> = { text: 'SELECT pg_sleep($1)' };

/** On a machine that others use too. */
const PATIENT = { poolTimeoutMs: 300_000, statementTimeoutMs: 300_000 };

describe('reads at a standby', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let admin: pg.Client;
  let servers: ReadServers;
  let prisma: PrismaService;

  beforeAll(async () => {
    primary = await OwnPostgres.start();
    // What the primary did away with is gone here at once, whatever is being read.
    standby = await primary.startStandby({ max_standby_streaming_delay: '0' });
    admin = await primary.connect();
  });

  afterAll(async () => {
    await admin.end();
    await standby.remove();
    await primary.remove();
  });

  beforeEach(() => {
    servers = new ReadServers({ databaseUrl: primary.url, databaseReadUrls: [standby.url] });
    prisma = open();
  });

  afterEach(() => prisma.$close());

  const open = (size = 2): PrismaService =>
    new PrismaService({ url: primary.url, role: 'slipway_api', size, ...PATIENT }, () => undefined, servers);

  const isAtStandby = async (): Promise<boolean | undefined> => (await prisma.$run(IS_STANDBY))[0]?.isStandby;

  /** Takes away rows that a snapshot of the standby may have seen. */
  async function sweep(): Promise<void> {
    await admin.query(`INSERT INTO origins (origin) VALUES ('https://a.example') ON CONFLICT DO NOTHING`);
    await admin.query('DELETE FROM origins');
    await admin.query('VACUUM origins');
    await primary.untilReplayed(standby);
  }

  it('go there, but for those that must not', async () => {
    expect(await isAtStandby()).toBe(true);
    expect(await prisma.$inSnapshot(async (run) => (await run(IS_STANDBY))[0]?.isStandby)).toBe(true);
    expect(await prisma.$runAtPrimary(IS_STANDBY)).toEqual([{ isStandby: false }]);
    expect(await readAtPrimary(isAtStandby)).toBe(false);
    expect(prisma.$standbyMisses()).toEqual({ away: 0, behind: 1, conflict: 0, refused: 0 });
    expect(await prisma.$inTransaction((run) => run(IS_STANDBY))).toEqual([{ isStandby: false }]);
    await prisma.client.signInNonce.createMany({ data: { nonce: 'n', expiresAt: new Date() } });
    expect(await prisma.client.signInNonce.count()).toBe(1);
  });

  it('are made again at the primary after a recovery conflict', async () => {
    await isAtStandby();
    let isOver = false;
    const reading = prisma.$run(SLOW_READ).finally(() => (isOver = true));
    await until('it is over', async () => {
      await sweep();
      return isOver;
    });
    expect(await reading).toEqual([expect.objectContaining({ isStandby: false })]);
    expect(await isAtStandby()).toBe(true);
    expect(prisma.$standbyMisses()).toEqual({ away: 0, behind: 0, conflict: 1, refused: 0 });
  });

  it('fail by a conflict once too many were made again, which is counted', async () => {
    // So that it is in the log when the standby is waited for.
    await admin.query(`SET LOCAL synchronous_commit = on; CREATE FUNCTION public.read_or_conflict() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
      IF pg_is_in_recovery() THEN RAISE SQLSTATE '40001'; END IF; RETURN false; END $$`);
    await primary.untilReplayed(standby);
    const reads = Array.from({ length: 24 }, () => prisma.$run(READ_OR_CONFLICT));
    const failed = (await Promise.allSettled(reads)).flatMap((read) =>
      read.status === 'rejected' ? [(read.reason as { code?: unknown }).code ?? String(read.reason)] : [],
    );
    // Twenty are saved up, and reads that begin at once earn no more.
    expect(failed).toEqual(['40001', '40001', '40001', '40001']);
    expect(prisma.$standbyMisses()).toEqual({ away: 0, behind: 0, conflict: 20, refused: 4 });
  });

  it('are made again on another connection when theirs was closed', async () => {
    const tried: (boolean | undefined)[] = [];
    const rows = await prisma.$inSnapshot(async (run) => {
      tried.push((await run(IS_STANDBY))[0]?.isStandby);
      // Between two statements a conflict closes the connection.
      if (tried.length === 1) await sweep();
      return run(READ_ORIGINS);
    });
    expect([tried, rows]).toEqual([[true, true], []]);
    expect(await isAtStandby()).toBe(true);
  });

  it('do not wait for a server that was left', async () => {
    const watching = await standby.connect();
    const reading = prisma.$run(SLOW_READ);
    await until('it is made at the standby', async () => {
      const { rowCount } = await watching.query(
        `SELECT FROM pg_stat_activity WHERE query LIKE '%counted' AND state = 'active' AND pid <> pg_backend_pid()`,
      );
      return rowCount === 1;
    });
    servers.leave(standby.url);
    expect(await reading).toEqual([expect.objectContaining({ isStandby: false })]);
    await watching.end();
    // Nobody waits for it, but its connection.
    await sweep();
  });

  it('are not made again when they take too long', async () => {
    const limited = open(1);
    await limited.$run(LIMIT);
    await expect(limited.$run(SLEEP, 250)).rejects.toMatchObject({ code: '57014' });
    expect(limited.$standbyMisses()).toEqual({ away: 0, behind: 0, conflict: 0, refused: 0 });
    await limited.$close();
    expect(await isAtStandby()).toBe(true);
  });

  it('are refused as writes there: a statement that writes says so', async () => {
    await expect(prisma.$run(ADD_NONCE)).rejects.toMatchObject({ code: '25006' });
  });

  it.each<[string, (misled: PrismaService) => Promise<unknown>, boolean]>([
    ['a statement of the primary', (misled) => misled.$runAtPrimary(ADD_NONCE), true],
    ['a transaction', (misled) => misled.$inTransaction((run) => run(ADD_NONCE)), true],
    [
      'a model',
      (misled) => misled.client.signInNonce.create({ data: { nonce: 'x', expiresAt: new Date() } }),
      true,
    ],
    ['a read that writes', (misled) => misled.$run(ADD_NONCE), false],
    ['a snapshot that writes', (misled) => misled.$inSnapshot((run) => run(ADD_NONCE)), false],
  ])('tell of %s whether the name of the primary led to a standby', async (_, write, isOutage) => {
    const settings = { url: standby.url, role: 'slipway_api', size: 1, ...PATIENT } as const;
    const misled = new PrismaService(settings, throwIt);
    const [before] = await misled.$run(BACKEND);
    const error = await write(misled).catch((reason: unknown) => reason);
    expect([String(error), isDatabaseUnavailable(error)]).toEqual([
      expect.stringContaining('read-only transaction'),
      isOutage,
    ]);
    // The next one resolves the name anew.
    expect((await misled.$run(BACKEND))[0]?.pid).not.toBe(before?.pid);
    await misled.$close();
  });

  it('go to the primary while it is away, in the same request', async () => {
    expect(await isAtStandby()).toBe(true);
    await standby.stop();
    try {
      expect(await isAtStandby()).toBe(false);
      expect(servers.isAtPrimary).toBe(true);
      expect(prisma.$standbyMisses()).toMatchObject({ away: 1 });
    } finally {
      await standby.start();
    }
  });

  it('throw what all servers fail with', async () => {
    const away = new ReadServers({ databaseUrl: 'postgres://127.0.0.1:9/a', databaseReadUrls: null });
    const settings = { url: away.primary, role: 'slipway_api', size: 1, ...PATIENT } as const;
    const none = new PrismaService(settings, throwIt, away);
    await expect(none.$run(IS_STANDBY)).rejects.toThrow('ECONNREFUSED');
    await none.$close();
  });
});

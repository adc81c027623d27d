import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/postgres.js';
import { SilentProxy } from '../../../../test/support/silent-proxy.js';
import { until } from '../../../../test/support/until.js';
import { copyRows } from './copy-rows.js';
import { Session, runConcurrently } from './session.js';

describe('Session', () => {
  let database: TestDatabase;
  let session: Session;

  beforeEach(async () => {
    database = await createTestDatabase();
    const client = await openClient(database.url, { pipeline: true });
    session = new Session(client);
    await session.query('CREATE TABLE steps (name text, ordinal serial)');
  });

  afterEach(async () => {
    await session.end();
    await database.drop();
  });

  const add = async (name: string, times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) await session.query('INSERT INTO steps (name) VALUES ($1)', [name]);
  };

  const names = async (): Promise<string[]> =>
    (await session.query<{ name: string }>('SELECT name FROM steps ORDER BY ordinal')).rows.map(
      ({ name }) => name,
    );

  it('makes statements in the order in which they are asked for', async () => {
    await Promise.all([add('a', 1), session.query('SELECT pg_sleep(0.05)'), add('b', 1), add('c', 1)]);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('sends statements and rows without waiting for the results of those before them', async () => {
    const proxy = await SilentProxy.start(database.url);
    const client = await openClient(proxy.url, { pipeline: true });
    client.on('error', () => undefined);
    const unheard = new Session(client, 60_000);
    proxy.silenceServer();
    const asked = [
      unheard.query(`INSERT INTO steps (name) VALUES ('statement')`),
      copyRows(unheard, 'steps', { name: (row: string) => row }, ['row']),
      unheard.query(`INSERT INTO steps (name) VALUES ('another')`),
    ].map((one) => expect(one).rejects.toThrow());
    await until('three rows', async () => (await names()).length === 3);
    expect(await names()).toEqual(['statement', 'row', 'another']);
    await proxy.stop();
    await Promise.all(asked);
  });

  it('makes every statement of steps that run side by side', async () => {
    await runConcurrently([() => add('a', 3), () => add('b', 1), () => add('c', 2)]);
    expect((await names()).toSorted()).toEqual(['a', 'a', 'a', 'b', 'c', 'c']);
  });

  it('goes on after a statement that failed', async () => {
    const failed = expect(session.query('SELECT nothing')).rejects.toThrow('nothing');
    await add('a', 1);
    await failed;
    expect(await names()).toEqual(['a']);
  });

  it('goes on after a COPY whose rows could not be written, and has none of them', async () => {
    const columns = { name: (row: Date) => row };
    await expect(copyRows(session, 'steps', columns, [new Date(0), new Date(Number.NaN)])).rejects.toThrow(
      'Invalid time value',
    );
    await add('after', 1);
    expect(await names()).toEqual(['after']);
  });

  it.each<[string, (session: Session) => Promise<unknown>]>([
    ['a statement', (to) => to.query('SELECT 1')],
    ['a COPY', (to) => copyRows(to, 'steps', { name: (row: string) => row }, ['a'])],
  ])('is broken off when nothing comes back of %s for longer than it may take', async (_what, ask) => {
    const proxy = await SilentProxy.start(database.url);
    const client = await openClient(proxy.url, { pipeline: true });
    const errors: string[] = [];
    client.on('error', ({ message }) => errors.push(message));
    const hanging = new Session(client, 300);
    // By the connection itself, which has no limit.
    await client.query('SELECT 1');
    proxy.silence();
    await Promise.all([ask(hanging), ask(hanging)].map((asked) => expect(asked).rejects.toThrow()));
    expect(errors).toEqual(['no response within 300 ms']);
    await hanging.end();
    await proxy.stop();
  });

  it('takes its time, by the limits of both sides, only where that is asked for', async () => {
    const client = await openClient(database.url, {
      statement_timeout: 500,
      idle_in_transaction_session_timeout: 500,
      pipeline: true,
    });
    client.on('error', () => undefined);
    const limited = new Session(client, 500);
    // It is sent with what follows: the server does not wait in between.
    const begun = limited.query('BEGIN');
    await limited.withoutTimeouts(async () => {
      await begun;
      await limited.query('SELECT pg_sleep(0.7)');
      await sleep(700);
      await limited.query('COMMIT');
    });
    expect((await client.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '500ms' }]);
    // By the side that is first.
    await expect(limited.query('SELECT pg_sleep(60)')).rejects.toThrow(
      /due to statement timeout|no response within 500 ms/,
    );
    await limited.end();
  });

  it('goes on after a COPY that the server refused, whose rows were on their way', async () => {
    const columns = { name: (row: string) => row };
    const many = Array.from({ length: 5_000 }, (_, i) => `row ${i}`);
    const refused = expect(copyRows(session, 'nowhere', columns, many)).rejects.toThrow('nowhere');
    await copyRows(session, 'steps', columns, ['a', 'b']);
    await refused;
    await add('after', 1);
    expect(await names()).toEqual(['a', 'b', 'after']);
  });

  it('makes no statement before what it waits for, and none at all when that fails', async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const later = session.after(begun).query(`INSERT INTO steps (name) VALUES ('later')`);
    const never = session.after(Promise.reject(new Error('given up'))).query('DELETE FROM steps');
    await expect(never).rejects.toThrow('given up');
    await add('first', 1);
    begin();
    await later;
    expect(await names()).toEqual(['first', 'later']);
  });

  it('tells of the first error, once no step goes on', async () => {
    await session.query('BEGIN');
    const fails = async (): Promise<void> => {
      await session.query('SELECT 1 / 0');
    };
    await expect(runConcurrently([() => add('a', 50), fails, () => add('b', 50)])).rejects.toThrow(
      'division by zero',
    );
    await session.query('ROLLBACK');
    await add('after', 1);
    expect(await names()).toEqual(['after']);
  });

  it('tell the error that says why, though it is of a step within a step that ends later', async () => {
    await session.query('BEGIN');
    const within = (): Promise<void> =>
      runConcurrently([() => session.query('SELECT 1 / 0'), () => add('late', 50)]);
    await expect(runConcurrently([within, () => add('b', 1)])).rejects.toThrow('division by zero');
    await session.query('ROLLBACK');
  });
});

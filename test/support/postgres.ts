import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { withClient } from './pg-client.js';
import { TEMPLATE_DATABASE } from './postgres-template.js';

export interface TestDatabase {
  /** A login that owns everything, as migrations need; suites about privileges name a role on top. */
  readonly url: string;
  /** Deletes the database, and the connections that a failed test may have left open with it. */
  drop(): Promise<void>;
}

/** A database of the suite's own, cloned from the migrated template in a few milliseconds: files are copied, not logged page by page. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = await onServer(async (client) => {
    const fresh = randomName();
    await client.query(`create database ${fresh} template ${TEMPLATE_DATABASE} strategy file_copy`);
    return fresh;
  });
  return { url: urlOf(name), drop: () => dropDatabase(name) };
}

/** A database without any migration: for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = await onServer(async (client) => {
    const fresh = randomName();
    await client.query(`create database ${fresh} template template0 strategy file_copy`);
    return fresh;
  });
  return { url: urlOf(name), drop: () => dropDatabase(name) };
}

function randomName(): string {
  return `test_${randomBytes(8).toString('hex')}`;
}

async function dropDatabase(name: string): Promise<void> {
  await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
}

function onServer<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(serverUrl(), use);
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = database;
  return url.href;
}

/** Set by `postgres-setup.mjs`; the environment is all that Jest hands from its set-up to its workers. */
function serverUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error('the test PostgreSQL is not running: this suite needs another file suffix');
  return url;
}

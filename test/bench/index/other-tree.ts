import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';

/** Makes a database beside the one of a connection, with the tables of another built tree. @returns its URL */
export async function databaseOf(tree: string, client: pg.Client, url: string): Promise<string> {
  await client.query('CREATE DATABASE other_tree');
  const beside = new URL(url);
  beside.pathname = '/other_tree';
  await promisify(execFile)(process.execPath, ['dist/apps/ops/src/db.js', 'migrate'], {
    cwd: path.resolve(tree),
    env: { PATH: process.env['PATH'], DATABASE_URL: beside.href },
  });
  return beside.href;
}

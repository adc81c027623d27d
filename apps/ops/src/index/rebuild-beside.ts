import { copyDecisions, migrate, readIndexSpace } from '@slipway/database';
import { OperatorError } from '../command-line/command-line.js';
import type { Print } from '../command-line/output.js';
import { toSpace } from './space.js';

/**
 * Makes a database ready for an index of this release, beside one that an older release serves: says what space it needs, applies
 * the migrations, and copies what people decided. Run again, it copies what they decided since.
 *
 * @param besideUrl an empty database, or one that this has made ready before. Its login may create roles and schemas
 * @throws OperatorError when both are the same database
 */
export async function rebuildBeside(servedUrl: string, besideUrl: string, print: Print): Promise<void> {
  const [served, beside] = await Promise.all([readIndexSpace(servedUrl), readIndexSpace(besideUrl)]);
  if (isSameDatabase(servedUrl, besideUrl))
    throw new OperatorError(
      'URL must name another database than DATABASE_URL: the one that is served stays as it is',
    );
  print(`the served index takes ${toSpace(served)}, up to block ${served.block ?? 'none'}`);
  print(`the one beside it takes ${toSpace(beside)} now; let it have as much again as the served one`);
  const applied = await migrate(besideUrl);
  print(applied.length === 0 ? 'no migration is pending' : `${applied.length} migrations applied`);
  const copied = await copyDecisions(servedUrl, besideUrl);
  const rows = Object.entries(copied).filter(([, count]) => count > 0);
  print(
    `copied: ${rows.map(([table, count]) => `${count} of ${table}`).join(', ') || 'nothing is decided yet'}`,
  );
  print(
    'next: start the indexer of this release on that database; when `index status` says that it is level, run this again,',
  );
  print('then start the API of this release on it, and stop what is left of the older one');
}

function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.host === b.host && a.pathname === b.pathname;
}

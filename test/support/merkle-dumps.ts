import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(
  import.meta.dirname,
  '../../../shared/vectors/openzeppelin-merkle-tree/test/dumps',
);

/** OpenZeppelin's published dumps lie outside of this repository, which must pass its tests without them. */
export const hasMerkleDumps = existsSync(FOLDER);

export function merkleDump(name: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));
}

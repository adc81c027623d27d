import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Artifact } from '../../apps/devnet/src/contracts/artifact.js';

/** From where a build or the tests are run. */
export const ARTIFACTS = path.resolve('dist/test/support/contracts.json');

/** A contract of `test/support/contracts`, as the build compiled it. */
export function testContract(name: string): Artifact {
  const artifacts = JSON.parse(readFileSync(ARTIFACTS, 'utf8')) as Readonly<Record<string, Artifact>>;
  const artifact = artifacts[name];
  if (artifact === undefined) throw new Error(`${name} was not compiled`);
  return artifact;
}

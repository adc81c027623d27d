import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileContracts } from '../../apps/devnet/src/contracts/compile-contracts.js';
import { ARTIFACTS } from './test-contract.js';

// Once a build: a suite would take seconds of a core.
const artifacts = compileContracts(path.resolve('test/support/contracts'));
mkdirSync(path.dirname(ARTIFACTS), { recursive: true });
writeFileSync(ARTIFACTS, JSON.stringify(Object.fromEntries(artifacts)));

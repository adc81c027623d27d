import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import solc from 'solc';
import { toArtifact, type Artifact, type CompiledContract } from './artifact.js';

/**
 * Everything that decides the bytecode. The EVM version is older than the newest one, so that the code runs on every
 * chain in use; the metadata hash is off, because it would change with a comment.
 */
const SETTINGS = {
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

/** solc-js types its entry as `any`. */
const compile = solc.compile as (
  input: string,
  callbacks: { import: (path: string) => { contents: string } | { error: string } },
) => string;

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, CompiledContract>>;
}

/**
 * Compiles every contract of a folder and of those below it.
 *
 * @param folder absolute path of the Solidity sources
 * @returns artifacts by the source's path without its ending, such as `ramp/RampToken`, in their order; interfaces, and libraries that only others' code holds, are
 *   left out
 * @throws Error with the compiler's messages, for warnings too
 */
export function compileContracts(folder: string): Map<string, Artifact> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.sol'),
  );
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(join(folder, file), 'utf8') }]),
    ),
    settings: SETTINGS,
  };
  const output = JSON.parse(
    compile(JSON.stringify(input), { import: (path: string) => findImport(folder, path) }),
  ) as CompilerOutput;
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'));
  const artifacts = files.toSorted().flatMap((file) => {
    const path = file.slice(0, -'.sol'.length);
    const contract = output.contracts[file]?.[basename(path)];
    if (contract === undefined || contract.abi.length === 0 || contract.evm.bytecode.object === '') return [];
    return [[path, toArtifact(contract)] as const];
  });
  return new Map(artifacts);
}

function findImport(folder: string, path: string): { contents: string } | { error: string } {
  try {
    const file = path.startsWith('@') ? createRequire(import.meta.url).resolve(path) : join(folder, path);
    return { contents: readFileSync(file, 'utf8') };
  } catch {
    return { error: `${path} was not found` };
  }
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Abi, Hex } from 'viem';
import { projectRoot } from '../files/project-root.js';

/** What a compiler made of one contract. */
export interface Artifact {
  readonly abi: Abi;
  /** Creation code, without constructor arguments. */
  readonly bytecode: Hex;
  /** Code as deployed, with zeros where immutables go. */
  readonly deployedBytecode: Hex;
}

/** Where the committed artifacts lie, from the project's root. */
export const ARTIFACTS_FOLDER = 'apps/devnet/contracts/artifacts';

/** The committed artifact of one of our contracts, such as `Launchpad` or `ramp/RampLaunchpad`. */
export function loadArtifact(name: string): Artifact {
  return JSON.parse(readFileSync(join(projectRoot(), ARTIFACTS_FOLDER, `${name}.json`), 'utf8')) as Artifact;
}

/** A contract as compilers write it. */
export interface CompiledContract {
  readonly abi: Abi;
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: { readonly object: string };
  };
}

export function toArtifact({ abi, evm }: CompiledContract): Artifact {
  const { bytecode, deployedBytecode } = evm;
  return { abi, bytecode: `0x${bytecode.object}`, deployedBytecode: `0x${deployedBytecode.object}` };
}

const UNISWAP_PACKAGES = {
  UniswapV2Factory: '@uniswap/v2-core',
  UniswapV2Pair: '@uniswap/v2-core',
  UniswapV2Router02: '@uniswap/v2-periphery',
} as const;

export type UniswapContract = keyof typeof UNISWAP_PACKAGES;

export function isUniswapContract(name: string): name is UniswapContract {
  return Object.hasOwn(UNISWAP_PACKAGES, name);
}

/** Uniswap's own build of V2, unchanged: pairs and router here have the code, and the quirks, of those on mainnet. */
export function loadUniswapArtifact(name: UniswapContract): Artifact {
  const require = createRequire(import.meta.url);
  return toArtifact(require(`${UNISWAP_PACKAGES[name]}/build/${name}.json`) as CompiledContract);
}

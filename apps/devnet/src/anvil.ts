import { createRequire } from 'node:module';

/** What a local chain needs to be told on its command line. */
export interface AnvilOptions {
  readonly port: number;
  /** Where it listens; without it on 127.0.0.1, for pages of any site. */
  readonly privateHost?: string;
  /** Where the chain is kept; without it the chain is gone when anvil stops. */
  readonly stateFile?: string;
  /** Unix seconds of block 0, for a chain whose scenario begins in the past; only on the first start. */
  readonly genesisTime?: number;
  /** Blocks whose state can be asked for, and gone back to. Measured: each is 1 MB in the state file. */
  readonly pastStates?: number;
  /** Cancun when not given. */
  readonly hardfork?: 'shanghai' | 'cancun' | 'prague';
}

/** Enough for a launch with texts of 100 KB, which stores the name for good: about 75 million gas. */
const BLOCK_GAS_LIMIT = 200_000_000;

/** From Prague on the state holds a word for each past block, which anvil hashes anew: half of the scenario's time. */
const HARDFORK = 'cancun';

/** A dump is the whole chain: 118 MB, 0.6 s of a core. What a SIGKILL loses is a reorg to the indexer. */
const DUMP_INTERVAL_SECONDS = 10;

/**
 * anvil's command line. A SIGKILL within a dump leaves a truncated file, with which anvil does not start: who keeps a chain keeps
 * a copy of the last whole file. Without `--prune-history` anvil writes the state of every block beyond the newest 500 below the
 * home folder, 1 MB each. It leaves that there when it stops.
 */
export function anvilArguments({
  port,
  privateHost,
  stateFile,
  genesisTime,
  pastStates = 64,
  hardfork = HARDFORK,
}: AnvilOptions): string[] {
  const isKept = stateFile !== undefined;
  const options = {
    port,
    ...(privateHost !== undefined && { host: privateHost }),
    'gas-limit': BLOCK_GAS_LIMIT,
    hardfork,
    'prune-history': pastStates,
    ...(isKept && { state: stateFile, 'state-interval': DUMP_INTERVAL_SECONDS }),
    ...(genesisTime !== undefined && { timestamp: genesisTime }),
  };
  const isPrivate = privateHost !== undefined;
  const flags = [
    '--silent',
    ...(isPrivate ? ['--no-cors'] : []),
    ...(isKept ? ['--preserve-historical-states'] : []),
  ];
  return [...flags, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`])];
}

/**
 * The anvil program itself: the package's own `anvil` command is a script, whose SIGKILL leaves the program running.
 *
 * @throws Error when the package has no program for this platform
 */
export function anvilBinary(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);
}

/** What a local chain needs to be told on its command line. */
export interface AnvilOptions {
  readonly port: number;
  /** Where the chain is kept; without it the chain is gone when anvil stops. */
  readonly stateFile?: string;
  /** Unix seconds of block 0, for a chain whose scenario begins in the past; only on the first start. */
  readonly genesisTime?: number;
  /** Blocks whose state can be asked for, and gone back to. */
  readonly pastStates?: number;
}

/** Enough for a launch with texts of 100 KB, which stores the name for good: about 75 million gas. */
const BLOCK_GAS_LIMIT = 200_000_000;

/**
 * anvil hashes its whole state anew for every block, and from Prague on that holds a word for each past block
 * (EIP-2935): measured, half of the time that the scenario took.
 */
const HARDFORK = 'cancun';

/** Measured: each is 1 MB in the state file after the scenario. */
const PAST_STATES = 64;

/**
 * Seconds between dumps. A dump is the whole chain (measured: 118 MB, 0.6 s of a core), so every second would be a
 * constant load. Blocks that a SIGKILL loses are, to the indexer, a reorg to the common ancestor.
 */
const DUMP_INTERVAL_SECONDS = 10;

/**
 * anvil's command line.
 *
 * A dump is not atomic: measured, a SIGKILL while one is written leaves a truncated file, with which anvil does not
 * start. Whoever keeps a chain has to keep a copy of the last whole file.
 *
 * `--prune-history` does more than save memory: without it anvil writes the state of every block beyond the newest 500
 * below the home folder (1 MB each), and leaves that there when it stops.
 */
export function anvilArguments({
  port,
  stateFile,
  genesisTime,
  pastStates = PAST_STATES,
}: AnvilOptions): string[] {
  const isKept = stateFile !== undefined;
  const options = {
    port,
    'gas-limit': BLOCK_GAS_LIMIT,
    hardfork: HARDFORK,
    'prune-history': pastStates,
    ...(isKept && { state: stateFile, 'state-interval': DUMP_INTERVAL_SECONDS }),
    ...(genesisTime !== undefined && { timestamp: genesisTime }),
  };
  const flags = ['--silent', ...(isKept ? ['--preserve-historical-states'] : [])];
  return [...flags, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`])];
}

/** Who uses others stops before them; the chain has time to save itself while its database still runs. */
const STOP_ORDER = ['api', 'indexer', 'anvil', 'PostgreSQL'] as const;

export type ProcessName = (typeof STOP_ORDER)[number];

/** The processes in the order to stop them in, whatever order they were started, or started again, in. */
export function inStopOrder<T extends { readonly name: ProcessName }>(processes: readonly T[]): T[] {
  return processes.toSorted((one, other) => STOP_ORDER.indexOf(one.name) - STOP_ORDER.indexOf(other.name));
}

import type { Address } from '@slipway/domain';

export const HOLDER_LABELS = ['curve', 'pool', 'creator'] as const;
export type HolderLabel = (typeof HOLDER_LABELS)[number];

/** A holder as the database keeps it; the balance is a decimal string of wei. */
export type HolderFacts = readonly [address: Address, balance: string, label: HolderLabel | null];

/** A place in the order of an app's holders, in one state of the index. */
export interface HolderPlace {
  readonly indexRevision: string;
  readonly balance: string;
  readonly holder: string;
}

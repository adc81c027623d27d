import type { Address } from '@slipway/domain';

export const HOLDER_LABELS = ['curve', 'pool', 'creator'] as const;
export type HolderLabel = (typeof HOLDER_LABELS)[number];

/** A holder as the database keeps it; the balance is a decimal string of wei. */
export type HolderRow = readonly [address: Address, balance: string, label: HolderLabel | null];

/** A position in the order of an app's holders, in one state of the index. */
export interface HolderPosition {
  readonly indexRevision: string;
  readonly balance: string;
  readonly holder: string;
}

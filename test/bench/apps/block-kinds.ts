/**
 * The blocks that are timed. Work that is due once a minute or once in 6 hours
 * is done by blocks of its own, so that it is in no other's time.
 */
export const KINDS = ['empty', 'empty, new minute', 'empty, 6 hours later', '500 trades'] as const;

export type Kind = (typeof KINDS)[number];

export const TRADES = 500;

/** Seconds by which the chain's clock is moved before a block. */
export const SECONDS: Readonly<Record<Kind, number>> = {
  empty: 0,
  'empty, new minute': 60,
  'empty, 6 hours later': 6 * 3_600,
  '500 trades': 0,
};

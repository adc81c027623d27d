import { Fraction } from '../fraction.js';

export const timeOf = ({ time }: { readonly time: number }): string => new Date(time * 1_000).toISOString();

/** 0 of nothing. */
export const ratio = (over: bigint, under: bigint): number =>
  under === 0n ? 0 : Fraction.of(over, under).toNumber();

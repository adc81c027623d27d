import type { Hex } from 'viem';
import type { Address } from '#values';
import type { Contracts } from './app-registry.js';

/** A few contracts that bring no others. */
export class FixedContracts implements Contracts {
  private readonly addresses: readonly Hex[];
  private readonly places: ReadonlyMap<string, number>;

  constructor(
    addresses: readonly Address[],
    readonly topics: readonly Hex[],
  ) {
    this.addresses = addresses.map((address) => address.toLowerCase() as Hex);
    this.places = new Map(this.addresses.map((address, i) => [address, i]));
  }

  get size(): number {
    return this.addresses.length;
  }

  get fixed(): number {
    return this.addresses.length;
  }

  placeOf(address: string): number {
    return this.places.get(address.toLowerCase()) ?? -1;
  }

  slice(from: number, to: number): Hex[] {
    return this.addresses.slice(from, to);
  }

  broughtBy(): readonly Address[] {
    return [];
  }

  discover(): void {
    // They are as many as they were.
  }
}

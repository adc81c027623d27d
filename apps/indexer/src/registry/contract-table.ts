import { randomInt } from 'node:crypto';
import type { Hex } from 'viem';

/** 32-bit words of an address. */
const WORDS = 5;

const FIRST_CAPACITY = 1_024;

/** What the index knows of a contract. */
export interface ContractEntry {
  readonly kind: number;
  /** Block that brought it. */
  readonly block: number;
  /** Place of another contract that it belongs to; -1 for none. */
  readonly owner: number;
  readonly logIndex: number;
}

/**
 * Contracts by their addresses and in the order in which they came, in flat arrays: a million of them take some 60 MB, and
 * the garbage collector has nothing to look through. A Map of as many texts takes several times that, and holds no more
 * than 16 million.
 */
export class ContractTable {
  private count = 0;
  private words = new Uint32Array(FIRST_CAPACITY * WORDS);
  private kinds = new Uint8Array(FIRST_CAPACITY);
  private blocks = new Float64Array(FIRST_CAPACITY);
  private owners = new Int32Array(FIRST_CAPACITY);
  private logIndexes = new Float64Array(FIRST_CAPACITY);
  /** Places plus one, by hash; 0 where there is none. Never more than half full. */
  private slots = new Int32Array(FIRST_CAPACITY * 2);
  /** Kept secret, so that no stranger can choose addresses that meet in one slot. */
  private readonly seed = randomInt(2 ** 32);
  private readonly key = new Uint32Array(WORDS);

  get size(): number {
    return this.count;
  }

  /** What the arrays take of memory. */
  get bytes(): number {
    const { words, kinds, blocks, owners, logIndexes, slots } = this;
    return [words, kinds, blocks, owners, logIndexes, slots].reduce((sum, one) => sum + one.byteLength, 0);
  }

  /** Where a contract stands; -1 when it is not here. @param address in any case */
  placeOf(address: string): number {
    this.readKey(address);
    return (this.slots[this.findSlot()] ?? 0) - 1;
  }

  /** Adds a contract that is not here. @returns its place */
  add(address: string, { kind, block, owner, logIndex }: ContractEntry): number {
    if (this.count === this.kinds.length) this.grow();
    this.readKey(address);
    const place = this.count;
    this.words.set(this.key, place * WORDS);
    this.kinds[place] = kind;
    this.blocks[place] = block;
    this.owners[place] = owner;
    this.logIndexes[place] = logIndex;
    this.slots[this.findSlot()] = place + 1;
    this.count += 1;
    return place;
  }

  addressAt(place: number): Hex {
    let address = '0x';
    for (let i = 0; i < WORDS; i += 1)
      address += (this.words[place * WORDS + i] ?? 0).toString(16).padStart(8, '0');
    return address as Hex;
  }

  entryAt(place: number): ContractEntry {
    return {
      kind: this.kinds[place] ?? 0,
      block: this.blocks[place] ?? 0,
      owner: this.owners[place] ?? -1,
      logIndex: this.logIndexes[place] ?? 0,
    };
  }

  kindAt(place: number): number {
    return this.kinds[place] ?? 0;
  }

  /** Forgets what blocks after one brought. Places change. */
  rewind(block: number): void {
    const places = new Int32Array(this.count).fill(-1);
    let kept = 0;
    for (let place = 0; place < this.count; place += 1) {
      if ((this.blocks[place] ?? 0) > block) continue;
      places[place] = kept;
      kept += 1;
    }
    if (kept === this.count) return;
    for (const [from, to] of places.entries()) if (to >= 0) this.move(from, to, places);
    this.count = kept;
    this.fillSlots();
  }

  private move(from: number, to: number, places: Int32Array): void {
    this.words.copyWithin(to * WORDS, from * WORDS, (from + 1) * WORDS);
    this.kinds[to] = this.kinds[from] ?? 0;
    this.blocks[to] = this.blocks[from] ?? 0;
    this.owners[to] = places[this.owners[from] ?? -1] ?? -1;
    this.logIndexes[to] = this.logIndexes[from] ?? 0;
  }

  private grow(): void {
    const capacity = this.kinds.length * 2;
    this.words = extended(this.words, new Uint32Array(capacity * WORDS));
    this.kinds = extended(this.kinds, new Uint8Array(capacity));
    this.blocks = extended(this.blocks, new Float64Array(capacity));
    this.owners = extended(this.owners, new Int32Array(capacity));
    this.logIndexes = extended(this.logIndexes, new Float64Array(capacity));
    this.slots = new Int32Array(capacity * 2);
    this.fillSlots();
  }

  private fillSlots(): void {
    this.slots.fill(0);
    for (let place = 0; place < this.count; place += 1) {
      for (let i = 0; i < WORDS; i += 1) this.key[i] = this.words[place * WORDS + i] ?? 0;
      this.slots[this.findSlot()] = place + 1;
    }
  }

  private readKey(address: string): void {
    for (let i = 0; i < WORDS; i += 1)
      this.key[i] = Number.parseInt(address.slice(2 + i * 8, 10 + i * 8), 16);
  }

  /** The slot of the key's contract, or the empty one where it would be. */
  private findSlot(): number {
    const mask = this.slots.length - 1;
    let slot = this.hashOfKey() & mask;
    for (;;) {
      const place = (this.slots[slot] ?? 0) - 1;
      if (place < 0 || this.isKeyAt(place)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private hashOfKey(): number {
    let hash = this.seed;
    for (let i = 0; i < WORDS; i += 1) {
      hash = Math.imul(hash ^ (this.key[i] ?? 0), 0x85eb_ca6b);
      hash ^= hash >>> 13;
    }
    return Math.imul(hash, 0xc2b2_ae35) >>> 0;
  }

  private isKeyAt(place: number): boolean {
    for (let i = 0; i < WORDS; i += 1) {
      if (this.words[place * WORDS + i] !== this.key[i]) return false;
    }
    return true;
  }
}

function extended<T extends { set(values: T): void }>(values: T, into: T): T {
  into.set(values);
  return into;
}

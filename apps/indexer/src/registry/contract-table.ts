import { randomInt } from 'node:crypto';
import type { Hex } from 'viem';

/** 32-bit words of an address. */
const WORDS = 5;

/** Hexadecimal digits of a word. */
const DIGITS = 8;

/** Numbers of an entry. */
const FIELDS = 4;

const FIRST_CAPACITY = 1_024;

export interface ContractEntry {
  readonly kind: number;
  readonly block: number;
  /** Position of another contract that it belongs to; -1 for none. */
  readonly owner: number;
  readonly logIndex: number;
}

/**
 * Contracts by their addresses and in the order in which they came, in flat arrays: a million take some 60 MB, and the
 * garbage collector has nothing to look through. A Map takes several times that, and holds no more than 16 million.
 */
export class ContractTable {
  private count = 0;
  private words = new Uint32Array(FIRST_CAPACITY * WORDS);
  /** Kind, block, owner and log index of each. */
  private entries = new Float64Array(FIRST_CAPACITY * FIELDS);
  /** Places plus one, by hash; 0 where there is none. Never more than half full. */
  private slots = new Int32Array(FIRST_CAPACITY * 2);
  /** Kept secret, so that no stranger can choose addresses that meet in one slot. */
  private readonly seed = randomInt(2 ** 32);
  private readonly key = new Uint32Array(WORDS);

  get size(): number {
    return this.count;
  }

  get bytes(): number {
    return this.words.byteLength + this.entries.byteLength + this.slots.byteLength;
  }

  /** Where a contract stands; -1 when it is not here. @param address in any case */
  positionOf(address: string): number {
    this.readKey(address);
    return (this.slots[this.findSlot()] ?? 0) - 1;
  }

  /** Adds a contract that is not here. @returns its position */
  add(address: string, { kind, block, owner, logIndex }: ContractEntry): number {
    if (this.count * FIELDS === this.entries.length) this.grow();
    this.readKey(address);
    const position = this.count;
    this.words.set(this.key, position * WORDS);
    this.entries.set([kind, block, owner, logIndex], position * FIELDS);
    this.slots[this.findSlot()] = position + 1;
    this.count += 1;
    return position;
  }

  addressAt(position: number): Hex {
    let address = '0x';
    for (let i = 0; i < WORDS; i += 1)
      address += (this.words[position * WORDS + i] ?? 0).toString(16).padStart(8, '0');
    return address as Hex;
  }

  entryAt(position: number): ContractEntry {
    const { entries } = this;
    const at = position * FIELDS;
    return {
      kind: entries[at] ?? 0,
      block: entries[at + 1] ?? 0,
      owner: entries[at + 2] ?? -1,
      logIndex: entries[at + 3] ?? 0,
    };
  }

  kindAt(position: number): number {
    return this.entries[position * FIELDS] ?? 0;
  }

  /** Forgets what blocks after one brought. Places change. */
  rewind(block: number): void {
    const positions = new Int32Array(this.count).fill(-1);
    let kept = 0;
    for (let position = 0; position < this.count; position += 1) {
      if (this.entryAt(position).block > block) continue;
      positions[position] = kept;
      kept += 1;
    }
    if (kept === this.count) return;
    for (const [from, to] of positions.entries()) if (to >= 0) this.move(from, to, positions);
    this.count = kept;
    this.fillSlots();
  }

  private move(from: number, to: number, positions: Int32Array): void {
    this.words.copyWithin(to * WORDS, from * WORDS, (from + 1) * WORDS);
    const { kind, block, owner, logIndex } = this.entryAt(from);
    this.entries.set([kind, block, positions[owner] ?? -1, logIndex], to * FIELDS);
  }

  private grow(): void {
    const { words, entries } = this;
    this.words = new Uint32Array(words.length * 2);
    this.words.set(words);
    this.entries = new Float64Array(entries.length * 2);
    this.entries.set(entries);
    this.slots = new Int32Array(this.slots.length * 2);
    this.fillSlots();
  }

  private fillSlots(): void {
    this.slots.fill(0);
    for (let position = 0; position < this.count; position += 1) {
      for (let i = 0; i < WORDS; i += 1) this.key[i] = this.words[position * WORDS + i] ?? 0;
      this.slots[this.findSlot()] = position + 1;
    }
  }

  /** Digit by digit, in either case: it is asked of each address of each event, and a text of each word would be made first. */
  private readKey(address: string): void {
    for (let i = 0; i < WORDS; i += 1) {
      let word = 0;
      for (let at = 2 + i * DIGITS; at < 2 + (i + 1) * DIGITS; at += 1) {
        const code = address.charCodeAt(at);
        // Letters have bit 6, and count from 1.
        word = (word << 4) | ((code & 15) + (code >> 6) * 9);
      }
      this.key[i] = word;
    }
  }

  /** The slot of the key's contract, or the empty one where it would be. */
  private findSlot(): number {
    const mask = this.slots.length - 1;
    let slot = this.hashOfKey() & mask;
    for (;;) {
      const position = (this.slots[slot] ?? 0) - 1;
      if (position < 0 || this.isKeyAt(position)) return slot;
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

  private isKeyAt(position: number): boolean {
    for (let i = 0; i < WORDS; i += 1) {
      if (this.words[position * WORDS + i] !== this.key[i]) return false;
    }
    return true;
  }
}

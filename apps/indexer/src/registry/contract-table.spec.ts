import { createHash } from 'node:crypto';
import { ContractTable } from './contract-table.js';

const addressOf = (i: number): string => `0x${createHash('sha1').update(String(i)).digest('hex')}`;

function filled(count: number): ContractTable {
  const table = new ContractTable();
  for (let i = 0; i < count; i += 1)
    table.add(addressOf(i), { kind: i % 3, block: i, owner: i - 1, logIndex: 2 * i });
  return table;
}

describe('ContractTable', () => {
  it('finds each of many contracts, in any case, and no other', () => {
    const table = filled(5_000);
    expect(table.size).toBe(5_000);
    const positions = Array.from({ length: 5_000 }, (_, i) => i);
    const addresses = positions.map(addressOf);
    const found = addresses.map((address) => table.positionOf(address.toUpperCase().replace('X', 'x')));
    expect(found).toEqual(positions);
    expect(positions.map((i) => table.addressAt(i))).toEqual(addresses);
    expect(table.positionOf(addressOf(5_000))).toBe(-1);
    expect(table.entryAt(4_000)).toEqual({ kind: 1, block: 4_000, owner: 3_999, logIndex: 8_000 });
  });

  it('forgets what blocks after one brought, and keeps the rest with its owners', () => {
    const table = filled(3_000);
    const late = table.add('0x00000000000000000000000000000000000000aa', {
      kind: 7,
      block: -1,
      owner: -1,
      logIndex: 0,
    });
    const of = table.add('0x00000000000000000000000000000000000000bb', {
      kind: 8,
      block: 5,
      owner: late,
      logIndex: 0,
    });
    expect(of).toBe(3_001);
    table.rewind(1_999);
    expect(table.size).toBe(2_002);
    expect(table.positionOf(addressOf(1_999))).toBe(1_999);
    expect(table.positionOf(addressOf(2_000))).toBe(-1);
    const position = table.positionOf('0x00000000000000000000000000000000000000bb');
    expect(position).toBe(2_001);
    expect(table.addressAt(table.entryAt(position).owner)).toBe('0x00000000000000000000000000000000000000aa');
    expect(table.add(addressOf(2_000), { kind: 0, block: 1, owner: -1, logIndex: 0 })).toBe(2_002);
  });

  it('takes less than 100 bytes a contract', () => {
    const table = filled(40_000);
    expect(table.bytes).toBeLessThan(4_000_000);
    expect(table.positionOf(addressOf(39_999))).toBe(39_999);
  });
});

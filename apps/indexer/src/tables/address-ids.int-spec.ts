import { toAddress, type Address } from '@slipway/domain';
import { askForWriter } from '../../../../test/support/ask-for-writer.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/postgres.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';
import { AddressIds, insertAddresses } from './address-ids.js';

const address = (number: number): Address => toAddress(`0x${number.toString(16).padStart(40, '0')}`);
const [A, B, C] = [address(10), address(0xabcdef), address(12)];

describe('ids of addresses', () => {
  let database: TestDatabase;
  let writer: Writer;

  beforeEach(async () => {
    database = await createTestDatabase();
    writer = (await askForWriter(database.url))!;
  });

  afterEach(async () => {
    await writer.session.end();
    await database.drop();
  });

  /** Writes a batch that names some addresses. @returns their ids */
  async function write(ids: AddressIds, ...addresses: Address[]): Promise<number[]> {
    return inTransaction(writer, async () => {
      const { idOf, added } = await ids.resolve(writer.session, new Set(addresses));
      await insertAddresses(writer.session, added);
      return addresses.map(idOf);
    });
  }

  async function table(): Promise<unknown[]> {
    const { rows } = await writer.session.query(
      `SELECT id, '0x' || encode(bytes, 'hex') AS bytes, address FROM addresses ORDER BY id`,
    );
    return rows;
  }

  it('are given out in the order in which addresses come, and kept', async () => {
    const ids = new AddressIds();
    expect(await write(ids, A, B)).toEqual([1, 2]);
    expect(await write(ids, B, C, A)).toEqual([2, 3, 1]);
    expect(await table()).toEqual(
      [A, B, C].map((one, i) => ({ id: i + 1, bytes: one.toLowerCase(), address: one })),
    );
  });

  it('are found by another process', async () => {
    await write(new AddressIds(), A, B);
    expect(await write(new AddressIds(), C, B)).toEqual([3, 2]);
  });

  it('are given out again when their transaction failed', async () => {
    const failed = inTransaction(writer, async () => {
      const { added } = await new AddressIds().resolve(writer.session, new Set([A]));
      await insertAddresses(writer.session, added);
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');
    expect(await table()).toEqual([]);
    expect(await write(new AddressIds(), B)).toEqual([1]);
  });

  it('are not told of addresses that a batch does not name', async () => {
    const { idOf } = await new AddressIds().resolve(writer.session, new Set([A]));
    expect(() => idOf(B)).toThrow(`${B} is in no row of this batch`);
  });
});

import type { Address } from '@slipway/domain';
import { copyRows, toBytea, type CopyColumns } from '../postgres/copy-rows.js';
import type { Session } from '../postgres/session.js';

/** The id that tables have for an address. @throws Error for one that no row of the batch has */
export type IdOf = (address: Address) => number;

interface NewAddress {
  readonly id: number;
  readonly address: Address;
}

const COLUMNS: CopyColumns<NewAddress> = {
  id: ({ id }) => id,
  bytes: ({ address }) => toBytea(address),
  address: ({ address }) => address,
};

/** Ids that are kept between batches: some 20 MB. */
const MOST_KEPT = 200_000;

/** What a batch's rows refer to, and what of it has to be written with them. */
export interface BatchAddresses {
  readonly idOf: IdOf;
  readonly added: readonly NewAddress[];
}

/**
 * The ids that tables have for addresses. Only the index's one writer gives them out, in the order in which addresses come: no
 * sequence is needed. It is good for the state of the tables that it was made for, and for those written with it. After a
 * transaction that failed another one is needed.
 */
export class AddressIds {
  private readonly known = new Map<Address, number>();
  private last: number | null = null;

  /**
   * Finds the ids of a batch's addresses, and gives new ones to those that the tables do not have.
   * @param session the writer's: what the batch before writes is seen, though it is not committed yet
   */
  async resolve(session: Session, addresses: ReadonlySet<Address>): Promise<BatchAddresses> {
    if (this.known.size > MOST_KEPT) this.known.clear();
    const unknown = [...addresses].filter((address) => !this.known.has(address));
    const added = unknown.length === 0 ? [] : await this.find(session, unknown);
    // The batch's own: while it is written, the next one may make room here.
    const ids = new Map([...addresses].map((address) => [address, this.known.get(address)]));
    const idOf = (address: Address): number => {
      const id = ids.get(address);
      if (id === undefined) throw new Error(`${address} is in no row of this batch`);
      return id;
    };
    return { idOf, added };
  }

  private async find(session: Session, unknown: readonly Address[]): Promise<NewAddress[]> {
    const { rows } = await session.prepared<{ ordinal: number; id: number }>(
      `
        SELECT ordinal::int, id FROM unnest($1::text[]) WITH ORDINALITY AS asked (address, ordinal)
        JOIN addresses ON bytes = decode(substr(asked.address, 3), 'hex')`,
      [unknown],
    );
    this.last ??= await readLastId(session);
    const found = new Map(rows.map(({ ordinal, id }) => [ordinal - 1, id]));
    const added: NewAddress[] = [];
    for (const [position, address] of unknown.entries()) {
      const id = found.get(position) ?? this.last + added.length + 1;
      if (!found.has(position)) added.push({ id, address });
      this.known.set(address, id);
    }
    this.last += added.length;
    return added;
  }
}

/** Writes the addresses that are new in a batch. */
export function insertAddresses(session: Session, added: readonly NewAddress[]): Promise<void> {
  return copyRows(session, 'addresses', COLUMNS, added);
}

async function readLastId(session: Session): Promise<number> {
  const { rows } = await session.query<{ last: number }>(
    'SELECT coalesce(max(id), 0) AS last FROM addresses',
  );
  return rows[0]?.last ?? 0;
}

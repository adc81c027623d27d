/**
 * SQL: the id of an address, null where no event ever named it. As a subquery it is computed once, so that an index by ids
 * is used like one by a constant.
 *
 * @param address EIP-55 or lower case text
 */
export const idOfAddress = (address: string): string =>
  `(SELECT id FROM addresses WHERE bytes = decode(substr(${address}, 3), 'hex'))`;

/** SQL: the address of an id. */
export const addressOfId = (id: string): string => `(SELECT address FROM addresses WHERE id = ${id})`;

/**
 * SQL: whether operators hide an app. `OFFSET` keeps it a look-up for each row that is looked at: as a join it would read all
 * rows, and give up the order of their index.
 *
 * @param tokenId qualified
 */
export const isHidden = (tokenId: string): string =>
  `EXISTS (SELECT FROM hidden_apps x WHERE x.token = ${addressOfId(tokenId)} OFFSET 0)`;

/** SQL: the first seven bytes of an address, as a number: equal values are in the order of it. @param id of the address, qualified */
export const firstBytesOf = (id: string): string =>
  `(SELECT ('x' || encode(substr(bytes, 1, 7), 'hex'))::bit(56)::bigint FROM addresses WHERE addresses.id = ${id})`;

/** The same of an address. */
export const firstBytes = (address: string): bigint => BigInt(address.slice(0, 16));

/** What holders of equal balances are sorted by before the rest of their address is looked at: its first two bytes. */
export const holderOrder = (address: string): number => parseInt(address.slice(2, 6), 16) - 32_768;

/** SQL: the same. @param bytes of an address */
export const holderOrderOf = (bytes: string): string =>
  `(get_byte(${bytes}, 0) * 256 + get_byte(${bytes}, 1) - 32768)`;

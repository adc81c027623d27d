/**
 * SQL: gives ids to addresses that have none yet. @param addresses a query of one column, `address`
 */
export const insertAddresses = (addresses: string): string => `
  INSERT INTO chain.addresses (id, bytes, address)
  SELECT (SELECT coalesce(max(id), 0) FROM chain.addresses) + row_number() OVER (), decode(substr(address, 3), 'hex'), address
  FROM (${addresses}) named (address)
  ON CONFLICT (bytes) DO NOTHING`;

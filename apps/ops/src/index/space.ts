import type { IndexSpace } from '@slipway/database';

/** What an index takes on disk: `12.3 GB (7.1 GB of tables, 5.2 GB of keys)`. */
export function toSpace({ tableBytes, keyBytes }: Pick<IndexSpace, 'tableBytes' | 'keyBytes'>): string {
  return `${toBytes(tableBytes + keyBytes)} (${toBytes(tableBytes)} of tables, ${toBytes(keyBytes)} of keys)`;
}

function toBytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

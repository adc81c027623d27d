import type pg from 'pg';
import { LOCAL_ADDRESSES } from '../../apps/devnet/src/chain/local-addresses.js';
import { firstBytesOf, holderOrderOf } from '@slipway/database';
import { ZERO_ADDRESS, toAddress } from '@slipway/domain';
import { insertAddresses } from './insert-addresses.js';

const LAUNCHPAD = toAddress(LOCAL_ADDRESSES.launchpad);

/** Inserted at once. */
const AT_ONCE = 50_000;

/**
 * Apps in the tables of an index that no launch on the chain brought, every tenth with a pool: nothing is logged of them.
 * A chain with as many launches would take hours to make.
 */
export async function insertQuietApps(client: pg.Client, apps: number): Promise<void> {
  await client.query(
    `INSERT INTO chain.block_times (number, time) VALUES (0, to_timestamp(0)) ON CONFLICT (number) DO NOTHING`,
  );
  await client.query(insertAddresses(`SELECT '${ZERO_ADDRESS}' AS address UNION SELECT '${LAUNCHPAD}'`));
  for (let first = 1; first <= apps; first += AT_ONCE) {
    const range = [first, Math.min(apps, first + AT_ONCE - 1)];
    await client.query(
      insertAddresses(
        ['token', 'creator', 'pool']
          .map(
            (kind) => `SELECT ${addressOf(`'${kind}'`)} AS address FROM generate_series($1::int, $2::int) i`,
          )
          .join(' UNION '),
      ),
      range,
    );
    await client.query(
      `INSERT INTO chain.apps (token_id, creator_id, name, symbol, launch_cost, launch_tx_hash, block_number, log_index,
        launched_at, name_key, name_skeleton, name_neighbours, symbol_key)
      SELECT ${idOf('token')}, ${idOf('creator')}, 'App ' || i, 'A' || i, 0, sha256(i::text::bytea), 0,
        1000000 + i, to_timestamp(0), 'app ' || i, 'app ' || i, '{}', 'A' || i
      FROM generate_series($1::int, $2::int) i`,
      range,
    );
    await client.query(
      `INSERT INTO chain.curves (token_id, virtual_platform_reserve, virtual_token_reserve, real_platform_reserve,
        real_token_reserve, pool_id, graduated_block, graduated_at, graduation_log_index, graduation_tx_hash)
      SELECT ${idOf('token')}, 30000e18, 1125000000e18, 0, 1000000000e18,
        CASE WHEN has_pool THEN ${idOf('pool')} END, CASE WHEN has_pool THEN 0 END,
        CASE WHEN has_pool THEN to_timestamp(0) END, CASE WHEN has_pool THEN 0 END,
        CASE WHEN has_pool THEN sha256(i::text::bytea) END
      FROM generate_series($1::int, $2::int) i CROSS JOIN LATERAL (SELECT i % 10 = 0 AS has_pool) graduated`,
      range,
    );
    await client.query(
      `INSERT INTO chain.app_stats (token_id, creator_id, first_bytes, launch_block, launch_log_index, platform_reserve,
        token_reserve, priced_at, is_graduated)
      SELECT id, ${idOf('creator')}, ${firstBytesOf('named.id')}, 0, 1000000 + i, 30000e18, 1125000000e18, to_timestamp(0), i % 10 = 0
      FROM generate_series($1::int, $2::int) i CROSS JOIN LATERAL (SELECT ${idOf('token')} AS id OFFSET 0) named`,
      range,
    );
    await client.query(
      `INSERT INTO chain.reserves (token_id, block_number, log_index, in_pool, platform_reserve, token_reserve)
      SELECT id, 0, 1000000 + i, false, 30000e18, 1125000000e18
      FROM generate_series($1::int, $2::int) i JOIN chain.addresses ON ${BYTES_OF_TOKEN}`,
      range,
    );
    await client.query(
      `INSERT INTO chain.app_words (word, token_id)
      SELECT word, ${idOf('token')}
      FROM generate_series($1::int, $2::int) i CROSS JOIN LATERAL (VALUES ('app'), (i::text)) words (word)`,
      range,
    );
    await insertMints(client, range);
  }
  // As tables that have stood for long; else the server does it while something is measured.
  await client.query(
    'VACUUM ANALYZE chain.addresses, chain.block_times, chain.apps, chain.curves, chain.app_stats, chain.reserves, chain.app_words, chain.transfers, chain.balances',
  );
}

/** A launch gives all tokens to the launchpad. */
async function insertMints(client: pg.Client, range: readonly number[]): Promise<void> {
  await client.query(
    `INSERT INTO chain.transfers (block_number, log_index, tx_hash, token_id, sender_id, recipient_id, amount)
    SELECT 0, 100000000 + i, sha256(i::text::bytea), token.id, sender.id, recipient.id, 1000000000e18
    FROM generate_series($1::int, $2::int) i JOIN chain.addresses token ON token.${BYTES_OF_TOKEN}
      JOIN chain.addresses sender ON sender.address = $3 JOIN chain.addresses recipient ON recipient.address = $4`,
    [...range, ZERO_ADDRESS, LAUNCHPAD],
  );
  await client.query(
    `INSERT INTO chain.balances (token_id, holder_id, holder_order, balance)
    SELECT token.id, holder.id, ${holderOrderOf('holder.bytes')}, 1000000000e18
    FROM generate_series($1::int, $2::int) i JOIN chain.addresses token ON token.${BYTES_OF_TOKEN}
      JOIN chain.addresses holder ON holder.address = $3`,
    [...range, LAUNCHPAD],
  );
}

const addressOf = (kind: string): string =>
  `'0x' || substr(encode(sha256((${kind} || i)::bytea), 'hex'), 1, 40)`;

const idOf = (kind: string): string =>
  `(SELECT id FROM chain.addresses WHERE bytes = decode(substr(${addressOf(`'${kind}'`)}, 3), 'hex'))`;

const BYTES_OF_TOKEN = `bytes = decode(substr(${addressOf("'token'")}, 3), 'hex')`;

import { type OwnPostgres } from '../support/own-postgres.js';

const ANY_ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** An index at a block of a chain without apps. It is level with its chain for as long as any suite runs. */
export async function writeHead(postgres: OwnPostgres): Promise<void> {
  const client = await postgres.connect();
  try {
    await client.query(
      `INSERT INTO chain.deployment (chain_id, launchpad, platform_token, platform_symbol, price_feeds,
         initial_virtual_platform, initial_virtual_token, initial_real_token, graduation_threshold, total_supply, fee_ppm)
       VALUES (31337, $1, $1, 'SLIP', ARRAY[$1], 1, 1, 1, 1, 1, 10000)`,
      [ANY_ADDRESS],
    );
    await client.query(
      `INSERT INTO chain.head (block_number, block_hash, block_time, level_at)
       VALUES (7, decode(repeat('07', 32), 'hex'), now(), now() + interval '1 hour')`,
    );
  } finally {
    await client.end();
  }
}

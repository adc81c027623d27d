import { withClient } from './pg-client.js';

/** Fails unless every trader of a token has a position with the block of its last trade. No other wallet has one. */
export async function expectLastTrades(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(`
      SELECT * FROM (
        SELECT trader_id AS wallet_id, token_id, max(block_number) AS block FROM chain.trades GROUP BY 1, 2
      ) traded FULL JOIN (
        SELECT wallet_id, token_id, last_trade_block FROM chain.positions WHERE last_trade_block IS NOT NULL
      ) kept USING (wallet_id, token_id)
      WHERE block IS DISTINCT FROM last_trade_block`);
    expect(rows).toEqual([]);
  });
}

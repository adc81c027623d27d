import type { ClientBase } from 'pg';
import type { Rows } from '../handlers/rows.js';
import { toColumns } from './columns.js';

/** Adds a range's rows to the fact tables: one statement a table. */
export async function insertFacts(client: ClientBase, rows: Rows): Promise<void> {
  await insertApps(client, rows.apps);
  await insertTrades(client, rows.trades);
  await insertTransfers(client, rows.transfers);
  await insertReserves(client, rows.reserves);
  await insertOraclePrices(client, rows.oraclePrices);
}

async function insertApps(client: ClientBase, apps: Rows['apps']): Promise<void> {
  if (apps.length === 0) return;
  await client.query({
    name: 'insert-apps',
    text: `
      INSERT INTO apps (block_number, log_index, launched_at, launch_tx_hash, token, creator, name, symbol,
        description, image_url, website, launch_cost, name_key, name_skeleton, name_neighbours, symbol_key)
      SELECT block_number, log_index, time, decode(substr(tx_hash, 3), 'hex'), token, creator, name, symbol,
        description, image_url, website, launch_cost, name_key, name_skeleton, name_neighbours::int[], symbol_key
      FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::text[], $10::text[], $11::text[], $12::numeric[], $13::text[], $14::text[], $15::text[],
          $16::text[])
        AS row (block_number, log_index, time, tx_hash, token, creator, name, symbol, description, image_url, website,
          launch_cost, name_key, name_skeleton, name_neighbours, symbol_key)`,
    values: toColumns(apps, [
      (app) => app.blockNumber,
      (app) => app.logIndex,
      (app) => app.time,
      (app) => app.txHash,
      (app) => app.token,
      (app) => app.creator,
      (app) => app.name,
      (app) => app.symbol,
      (app) => app.description,
      (app) => app.imageUrl,
      (app) => app.website,
      (app) => app.launchCost,
      (app) => app.nameKey,
      (app) => app.nameSkeleton,
      // An array within an array would be a second dimension of it; as text it is a cell like the others.
      (app) => `{${app.nameNeighbours.join()}}`,
      (app) => app.symbolKey,
    ]),
  });
}

async function insertTrades(client: ClientBase, trades: Rows['trades']): Promise<void> {
  if (trades.length === 0) return;
  await client.query({
    name: 'insert-trades',
    text: `
      INSERT INTO trades (block_number, log_index, time, tx_hash, token, trader, side, venue, platform_amount, fee,
        token_amount, usd_amount, price_platform, price_usd)
      SELECT block_number, log_index, time, decode(substr(tx_hash, 3), 'hex'), token, trader, side, venue,
        platform_amount, fee, token_amount, usd_amount, price_platform, price_usd
      FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::float8[], $14::float8[])
        AS row (block_number, log_index, time, tx_hash, token, trader, side, venue, platform_amount, fee, token_amount,
          usd_amount, price_platform, price_usd)`,
    values: toColumns(trades, [
      (trade) => trade.blockNumber,
      (trade) => trade.logIndex,
      (trade) => trade.time,
      (trade) => trade.txHash,
      (trade) => trade.token,
      (trade) => trade.trader,
      (trade) => trade.side,
      (trade) => trade.venue,
      (trade) => trade.platformAmount,
      (trade) => trade.fee,
      (trade) => trade.tokenAmount,
      (trade) => trade.usdAmount,
      (trade) => trade.pricePlatform,
      (trade) => trade.priceUsd,
    ]),
  });
}

async function insertTransfers(client: ClientBase, transfers: Rows['transfers']): Promise<void> {
  if (transfers.length === 0) return;
  await client.query({
    name: 'insert-transfers',
    text: `
      INSERT INTO transfers (block_number, log_index, time, tx_hash, token, sender, recipient, amount,
        trade_log_index)
      SELECT block_number, log_index, time, decode(substr(tx_hash, 3), 'hex'), token, sender, recipient, amount,
        trade_log_index
      FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::numeric[], $9::int[])
        AS row (block_number, log_index, time, tx_hash, token, sender, recipient, amount, trade_log_index)`,
    values: toColumns(transfers, [
      (transfer) => transfer.blockNumber,
      (transfer) => transfer.logIndex,
      (transfer) => transfer.time,
      (transfer) => transfer.txHash,
      (transfer) => transfer.token,
      (transfer) => transfer.sender,
      (transfer) => transfer.recipient,
      (transfer) => transfer.amount,
      (transfer) => transfer.tradeLogIndex,
    ]),
  });
}

async function insertReserves(client: ClientBase, reserves: Rows['reserves']): Promise<void> {
  if (reserves.length === 0) return;
  await client.query({
    name: 'insert-reserves',
    text: `
      INSERT INTO reserves (block_number, log_index, time, token, venue, platform_reserve, token_reserve)
      SELECT * FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::numeric[],
        $7::numeric[])`,
    values: toColumns(reserves, [
      (reserve) => reserve.blockNumber,
      (reserve) => reserve.logIndex,
      (reserve) => reserve.time,
      (reserve) => reserve.token,
      (reserve) => reserve.venue,
      (reserve) => reserve.platform,
      (reserve) => reserve.tokens,
    ]),
  });
}

async function insertOraclePrices(client: ClientBase, prices: Rows['oraclePrices']): Promise<void> {
  if (prices.length === 0) return;
  await client.query({
    name: 'insert-oracle-prices',
    text: `
      INSERT INTO oracle_prices (block_number, log_index, time, answer, updated_at)
      SELECT * FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::numeric[], $5::timestamptz[])`,
    values: toColumns(prices, [
      (price) => price.blockNumber,
      (price) => price.logIndex,
      (price) => price.time,
      (price) => price.answer,
      (price) => price.updatedAt,
    ]),
  });
}

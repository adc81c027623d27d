import { z } from 'zod';
import * as check from './checks.js';
import { LOCAL_CHAIN_ID } from './local-network.js';
import { setting } from './setting.js';

/**
 * The settings of the system as a whole: its programs, their places, the chain they follow. The addresses' defaults are
 * those of the contracts on the local network: there they are the same on every machine.
 */
export const systemSettings = {
  nodeEnv: setting('NODE_ENV', 'development', check.oneOf('development', 'test', 'production'), {
    usedBy: ['api', 'indexer', 'webhooks', 'ops', 'devnet'],
    description:
      '`development`, `test` or `production`; production refuses defaults that are "not for production"',
  }),
  port: setting('PORT', '3000', check.port, {
    usedBy: ['api', 'devnet'],
    description: 'Port of the API',
  }),
  host: setting('HOST', '127.0.0.1', check.host, {
    usedBy: ['api', 'devnet'],
    description:
      'Address that the API listens on: this machine alone unless told. `0.0.0.0`, as in the container image, is every IPv4 address, `::` IPv6 too',
  }),
  publicBaseUrl: setting('PUBLIC_BASE_URL', 'http://localhost:${PORT}/v1', check.baseUrl, {
    usedBy: ['api', 'ops', 'devnet'],
    developmentDefault: true,
    inProduction: check.encryptedUrl,
    description:
      'Where clients reach the API, its prefix included: the one server of the OpenAPI description; production needs https',
  }),
  databaseUrl: setting(
    'DATABASE_URL',
    'postgresql://local:local@127.0.0.1:${PG_PORT}/local',
    check.postgresUrl,
    {
      usedBy: ['api', 'indexer', 'webhooks', 'ops', 'devnet'],
      developmentDefault: true,
      secret: true,
      inProduction: check.ownLogin,
      description:
        'PostgreSQL; TLS by its `sslmode`. Not set, `npm start` runs a server of its own, with a login that production refuses',
    },
  ),
  databasePoolerUrl: setting('DATABASE_POOLER_URL', check.NONE, check.orNone(check.postgresUrl), {
    usedBy: ['api'],
    secret: true,
    inProduction: check.ownLogin.nullable(),
    description:
      'A pooler in transaction mode before the PostgreSQL of `DATABASE_URL`, which all connections of the pool to it then go through: PgBouncer 1.21 or later. `none`: they are direct',
  }),
  databaseReadUrls: setting('DATABASE_READ_URL', check.NONE, check.orNone(check.postgresUrls), {
    usedBy: ['api'],
    secret: true,
    inProduction: check.ownLogins,
    description:
      'Standbys that the API reads from, separated by commas, at most 8: a process reads from one of them, and from another when that one is away. `none`: it reads at `DATABASE_URL`, where it writes',
  }),
  databasePoolSize: setting('DATABASE_POOL_SIZE', '10', check.integer(1, 1_000), {
    usedBy: ['api', 'indexer', 'webhooks'],
    description: 'Most connections of one process to each PostgreSQL that it asks',
  }),
  dataDir: setting('DATA_DIR', '.data', check.folder, {
    usedBy: ['api', 'ops', 'devnet'],
    description:
      "Folder where `npm start` keeps database, chain and logs, and where the API keeps development's signing key",
  }),
  pgPort: setting('PG_PORT', '54329', check.port, {
    usedBy: ['devnet'],
    description: 'Port of the PostgreSQL that `npm start` runs',
  }),
  rpcPort: setting('RPC_PORT', '8545', check.port, {
    usedBy: ['devnet'],
    description:
      'Port of the local chain that `npm start` runs: reads and signed transactions, for programs, wallets and the pages of this API',
  }),
  localOrigins: setting('LOCAL_ORIGINS', check.NONE, check.pageOrigins, {
    usedBy: ['devnet'],
    description:
      "Pages beside the API's own that may ask the local chain and its faucet: origins such as `http://localhost:5173`, separated by commas",
  }),
  rpc: setting('RPC_URL', 'http://127.0.0.1:${RPC_PORT}', check.rpcUrls, {
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    developmentDefault: true,
    secret: true,
    description:
      'JSON-RPC nodes of the chain, separated by commas, for this system only: never shown to clients. `ws(s)://` URLs beside them announce new blocks. Not set, `npm start` runs a chain',
  }),
  chainId: setting('CHAIN_ID', String(LOCAL_CHAIN_ID), check.integer(1, Number.MAX_SAFE_INTEGER), {
    usedBy: ['api', 'indexer', 'webhooks', 'ops', 'devnet'],
    developmentDefault: true,
    description: 'Chain id; a node of another chain is refused',
  }),
  protocol: setting('PROTOCOL', 'slipway', check.protocolName, {
    usedBy: ['api', 'indexer', 'devnet'],
    description: 'Which launchpad the contracts are: a folder of libs/protocols',
  }),
  launchpadAddress: setting(
    'LAUNCHPAD_ADDRESS',
    '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9',
    check.address,
    {
      usedBy: ['api', 'indexer', 'ops', 'devnet'],
      developmentDefault: true,
      description: 'Launchpad contract',
    },
  ),
  platformTokenAddress: setting(
    'PLATFORM_TOKEN_ADDRESS',
    '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    check.address,
    {
      usedBy: ['api', 'indexer', 'ops', 'devnet'],
      developmentDefault: true,
      description: 'Platform token contract',
    },
  ),
  priceFeedAddresses: setting(
    'PRICE_FEED_ADDRESS',
    '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
    check.priceFeeds,
    {
      usedBy: ['api', 'indexer', 'ops', 'devnet'],
      developmentDefault: true,
      empty: check.NONE,
      description:
        'Price feed, platform token in USD (AggregatorV3Interface), or several, separated by commas, whose product that is. Empty or `none`: there are no figures in USD',
    },
  ),
  priceFeedHeartbeatSeconds: setting('PRICE_FEED_HEARTBEAT_SECONDS', '3600', check.heartbeats, {
    usedBy: ['api', 'indexer', 'ops'],
    description:
      "Seconds after which a feed's answer counts as stale: one number, or one for each feed, separated by commas",
  }),
  startBlock: setting('START_BLOCK', '0', check.blockNumber, {
    usedBy: ['api', 'indexer', 'ops'],
    description: 'First block to index: the one of the first contract',
  }),
  fundings: setting('FUNDINGS', 'true', check.boolean, {
    usedBy: ['indexer'],
    description:
      "Whether the platform token's transfers between wallets are indexed, for launch reports. `false` where the whole chain uses that token",
  }),
  finality: setting('FINALITY', '64', check.finality, {
    usedBy: ['api', 'indexer', 'webhooks', 'ops'],
    description:
      "Blocks after which a block is taken for final; or `finalized`: as the nodes' `finalized` block says, and 10,000 blocks back at the most. The same for API, indexer and webhooks",
  }),
  indexRepair: setting('INDEX_REPAIR', 'auto', check.oneOf('auto', 'manual'), {
    usedBy: ['indexer'],
    description:
      'Whether an index that no rewind can mend is built anew by itself (`auto`), or only asks for it',
  }),
  indexerPollMs: setting('INDEXER_POLL_MS', '500', check.integer(10, 600_000), {
    usedBy: ['indexer'],
    description: 'Milliseconds between two looks for a new block, when no WebSocket announces it',
  }),
  indexerMaxRangeBlocks: setting('INDEXER_MAX_RANGE', '100000', check.integer(1, 1_000_000), {
    usedBy: ['indexer', 'ops'],
    description: 'Most blocks to ask of the node in one `eth_getLogs`',
  }),
  deployerKey: setting('DEPLOYER_KEY', check.NONE, check.orNone(check.privateKey), {
    usedBy: ['devnet'],
    secret: true,
    description: 'Private key that `npm run devnet:deploy` signs with. `none`: that of `DEPLOYER_KEYSTORE`',
  }),
  deployerKeystore: setting('DEPLOYER_KEYSTORE', check.NONE, check.orNone(check.folder), {
    usedBy: ['devnet'],
    description: 'Keystore file (version 3) of the key that `npm run devnet:deploy` signs with',
  }),
  deployerPassword: setting('DEPLOYER_PASSWORD', check.NONE, check.orNone(z.string()), {
    usedBy: ['devnet'],
    secret: true,
    description: 'Password of that keystore. `none`: it is asked for',
  }),
  liveTradingSeconds: setting('TRICKLE_SECONDS', '5', check.integer(0, 86_400), {
    usedBy: ['devnet'],
    description: 'Seconds between two trades on the local chain; 0 stops them',
  }),
};

import {
  address,
  baseUrl,
  blockNumber,
  encryptedUrl,
  folder,
  host,
  integer,
  oneOf,
  ownLogin,
  port,
  postgresUrl,
  rpcUrls,
} from './checks.js';
import { setting } from './setting.js';

/**
 * The settings of the system as a whole: its programs, their places, the chain they follow. The addresses' defaults are
 * those of the contracts on the local network: there they are the same on every machine.
 */
export const systemSettings = {
  nodeEnv: setting('NODE_ENV', 'development', oneOf('development', 'test', 'production'), {
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    description: '`development`, `test` or `production`; production refuses the defaults marked _dev_',
  }),
  port: setting('PORT', '3000', port, {
    usedBy: ['api', 'devnet'],
    description: 'Port of the API',
  }),
  host: setting('HOST', '127.0.0.1', host, {
    usedBy: ['api', 'devnet'],
    description:
      'Address that the API listens on: this machine alone unless told. `0.0.0.0`, as in the container image, is every IPv4 address, `::` IPv6 too',
  }),
  publicBaseUrl: setting('PUBLIC_BASE_URL', 'http://localhost:${PORT}/v1', baseUrl, {
    usedBy: ['api', 'devnet'],
    developmentDefault: true,
    inProduction: encryptedUrl,
    description:
      'Where clients reach the API, its prefix included: the one server of the OpenAPI description; production needs https',
  }),
  databaseUrl: setting('DATABASE_URL', 'postgresql://local:local@127.0.0.1:${PG_PORT}/local', postgresUrl, {
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    developmentDefault: true,
    secret: true,
    inProduction: ownLogin,
    description:
      'PostgreSQL; TLS by its `sslmode`. Not set, `npm start` runs a server of its own, with a login that production refuses',
  }),
  databasePoolSize: setting('DATABASE_POOL_SIZE', '10', integer(1, 1_000), {
    usedBy: ['api', 'indexer'],
    description: 'Most connections to PostgreSQL of one process',
  }),
  dataDir: setting('DATA_DIR', '.data', folder, {
    usedBy: ['api', 'ops', 'devnet'],
    description:
      "Folder where `npm start` keeps database, chain and logs, and where the API keeps development's signing key",
  }),
  pgPort: setting('PG_PORT', '54329', port, {
    usedBy: ['devnet'],
    description: 'Port of the PostgreSQL that `npm start` runs',
  }),
  rpcPort: setting('RPC_PORT', '8545', port, {
    usedBy: ['devnet'],
    description: 'Port of the local chain that `npm start` runs',
  }),
  rpc: setting('RPC_URL', 'http://127.0.0.1:${RPC_PORT}', rpcUrls, {
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    developmentDefault: true,
    secret: true,
    description:
      'JSON-RPC nodes of the chain, separated by commas, for this system only: never shown to clients. `ws(s)://` URLs beside them announce new blocks. Not set, `npm start` runs a chain',
  }),
  chainId: setting('CHAIN_ID', '31337', integer(1, Number.MAX_SAFE_INTEGER), {
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    developmentDefault: true,
    description: 'Chain id; a node of another chain is refused',
  }),
  launchpadAddress: setting('LAUNCHPAD_ADDRESS', '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9', address, {
    usedBy: ['api', 'indexer', 'devnet'],
    developmentDefault: true,
    description: 'Launchpad contract',
  }),
  platformTokenAddress: setting(
    'PLATFORM_TOKEN_ADDRESS',
    '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    address,
    {
      usedBy: ['api', 'indexer', 'devnet'],
      developmentDefault: true,
      description: 'Platform token contract',
    },
  ),
  priceFeedAddress: setting('PRICE_FEED_ADDRESS', '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0', address, {
    usedBy: ['api', 'indexer', 'devnet'],
    developmentDefault: true,
    description: 'Price feed, platform token in USD with 8 decimals (AggregatorV3Interface)',
  }),
  priceFeedHeartbeatSeconds: setting('PRICE_FEED_HEARTBEAT_SECONDS', '3600', integer(1, 31_536_000), {
    usedBy: ['api'],
    description: "Seconds after which the feed's answer counts as stale",
  }),
  startBlock: setting('START_BLOCK', '0', blockNumber, {
    usedBy: ['indexer'],
    description: 'First block to index: the one of the first contract',
  }),
  finalityBlocks: setting('FINALITY_BLOCKS', '64', integer(1, 100_000), {
    usedBy: ['api', 'indexer'],
    description: 'Blocks after which a block is taken for final',
  }),
  indexerPollMs: setting('INDEXER_POLL_MS', '500', integer(10, 600_000), {
    usedBy: ['indexer'],
    description: 'Milliseconds between two looks for a new block, when no WebSocket announces it',
  }),
  indexerMaxRangeBlocks: setting('INDEXER_MAX_RANGE', '2000', integer(1, 1_000_000), {
    usedBy: ['indexer'],
    description: 'Most blocks to ask of the node in one `eth_getLogs`',
  }),
  trickleSeconds: setting('TRICKLE_SECONDS', '5', integer(0, 86_400), {
    usedBy: ['devnet'],
    description: 'Seconds between two trades on the local chain; 0 stops them',
  }),
};

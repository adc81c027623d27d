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
  type RpcUrls,
} from './parsers.js';
import { Setting } from './setting.js';

/**
 * The settings of the system as a whole: its programs, their places, the chain they follow. The addresses' defaults are
 * those of the contracts on the local network: there they are the same on every machine.
 */
export class SystemEnv {
  @Setting({
    name: 'NODE_ENV',
    default: 'development',
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    description: '`development`, `test` or `production`; production refuses the defaults marked _dev_',
    parse: oneOf('development', 'test', 'production'),
  })
  readonly nodeEnv!: 'development' | 'test' | 'production';

  @Setting({
    name: 'PORT',
    default: '3000',
    usedBy: ['api', 'devnet'],
    description: 'Port of the API',
    parse: port,
  })
  readonly port!: number;

  @Setting({
    name: 'HOST',
    default: '127.0.0.1',
    usedBy: ['api', 'devnet'],
    description:
      'Address that the API listens on: this machine alone unless told. `0.0.0.0`, as in the container image, is every IPv4 address, `::` IPv6 too',
    parse: host,
  })
  readonly host!: string;

  @Setting({
    name: 'PUBLIC_BASE_URL',
    default: 'http://localhost:${PORT}/v1',
    developmentDefault: true,
    usedBy: ['api', 'devnet'],
    description:
      'Where clients reach the API, its prefix included: the one server of the OpenAPI description; production needs https',
    parse: baseUrl,
    inProduction: encryptedUrl,
  })
  readonly publicBaseUrl!: string;

  @Setting({
    name: 'DATABASE_URL',
    default: 'postgresql://local:local@127.0.0.1:${PG_PORT}/local',
    developmentDefault: true,
    secret: true,
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    description:
      'PostgreSQL; TLS by its `sslmode`. Not set, `npm start` runs a server of its own, with a login that production refuses',
    parse: postgresUrl,
    inProduction: ownLogin,
  })
  readonly databaseUrl!: string;

  @Setting({
    name: 'DATABASE_POOL_SIZE',
    default: '10',
    usedBy: ['api', 'indexer'],
    description: 'Most connections to PostgreSQL of one process',
    parse: integer(1, 1_000),
  })
  readonly databasePoolSize!: number;

  @Setting({
    name: 'DATA_DIR',
    default: '.data',
    usedBy: ['api', 'ops', 'devnet'],
    description:
      "Folder where `npm start` keeps database, chain and logs, and where the API keeps development's signing key",
    parse: folder,
  })
  readonly dataDir!: string;

  @Setting({
    name: 'PG_PORT',
    default: '54329',
    usedBy: ['devnet'],
    description: 'Port of the PostgreSQL that `npm start` runs',
    parse: port,
  })
  readonly pgPort!: number;

  @Setting({
    name: 'RPC_PORT',
    default: '8545',
    usedBy: ['devnet'],
    description: 'Port of the local chain that `npm start` runs',
    parse: port,
  })
  readonly rpcPort!: number;

  @Setting({
    name: 'RPC_URL',
    default: 'http://127.0.0.1:${RPC_PORT}',
    developmentDefault: true,
    secret: true,
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    description:
      'JSON-RPC nodes of the chain, separated by commas, for this system only: never shown to clients. `ws(s)://` URLs beside them announce new blocks. Not set, `npm start` runs a chain',
    parse: rpcUrls,
  })
  readonly rpc!: RpcUrls;

  @Setting({
    name: 'CHAIN_ID',
    default: '31337',
    developmentDefault: true,
    usedBy: ['api', 'indexer', 'ops', 'devnet'],
    description: 'Chain id; a node of another chain is refused',
    parse: integer(1, Number.MAX_SAFE_INTEGER),
  })
  readonly chainId!: number;

  @Setting({
    name: 'LAUNCHPAD_ADDRESS',
    default: '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9',
    developmentDefault: true,
    usedBy: ['api', 'indexer', 'devnet'],
    description: 'Launchpad contract',
    parse: address,
  })
  readonly launchpadAddress!: `0x${string}`;

  @Setting({
    name: 'PLATFORM_TOKEN_ADDRESS',
    default: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    developmentDefault: true,
    usedBy: ['api', 'indexer', 'devnet'],
    description: 'Platform token contract',
    parse: address,
  })
  readonly platformTokenAddress!: `0x${string}`;

  @Setting({
    name: 'PRICE_FEED_ADDRESS',
    default: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
    developmentDefault: true,
    usedBy: ['api', 'indexer', 'devnet'],
    description: 'Price feed, platform token in USD with 8 decimals (AggregatorV3Interface)',
    parse: address,
  })
  readonly priceFeedAddress!: `0x${string}`;

  @Setting({
    name: 'PRICE_FEED_HEARTBEAT_SECONDS',
    default: '3600',
    usedBy: ['api'],
    description: "Seconds after which the feed's answer counts as stale",
    parse: integer(1, 31_536_000),
  })
  readonly priceFeedHeartbeatSeconds!: number;

  @Setting({
    name: 'START_BLOCK',
    default: '0',
    usedBy: ['indexer'],
    description: 'First block to index: the one of the first contract',
    parse: blockNumber,
  })
  readonly startBlock!: bigint;

  @Setting({
    name: 'FINALITY_BLOCKS',
    default: '64',
    usedBy: ['api', 'indexer'],
    description: 'Blocks after which a block is taken for final',
    parse: integer(1, 100_000),
  })
  readonly finalityBlocks!: number;

  @Setting({
    name: 'INDEXER_POLL_MS',
    default: '500',
    usedBy: ['indexer'],
    description: 'Milliseconds between two looks for a new block, when no WebSocket announces it',
    parse: integer(10, 600_000),
  })
  readonly indexerPollMs!: number;

  @Setting({
    name: 'INDEXER_MAX_RANGE',
    default: '2000',
    usedBy: ['indexer'],
    description: 'Most blocks to ask of the node in one `eth_getLogs`',
    parse: integer(1, 1_000_000),
  })
  readonly indexerMaxRangeBlocks!: number;

  @Setting({
    name: 'TRICKLE_SECONDS',
    default: '5',
    usedBy: ['devnet'],
    description: 'Seconds between two trades on the local chain; 0 stops them',
    parse: integer(0, 86_400),
  })
  readonly trickleSeconds!: number;
}

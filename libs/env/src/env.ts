import {
  anyText,
  displayName,
  encryptedUrl,
  host,
  integer,
  NO_REDIS,
  NONE,
  oneOf,
  optionalPublicUrl,
  optionalRedisUrl,
  port,
  trustProxy,
  type TrustProxy,
} from './parsers.js';
import { Setting } from './setting.js';
import { SystemEnv } from './system-env.js';

/** What `JWT_SIGNING_KEYS` says when no keys are configured. */
export const NO_SIGNING_KEYS = 'none';

/** The settings of every program, read and checked once at the start by `loadEnv`; these here are the API's own. */
export class Env extends SystemEnv {
  @Setting({
    name: 'READ_CACHE_MB',
    default: '64',
    usedBy: ['api'],
    description: 'Most megabytes of cached answers in one process; 0 caches nothing',
    parse: integer(0, 65_536),
  })
  readonly readCacheMb!: number;

  @Setting({
    name: 'CHAIN_NAME',
    default: 'eip155:${CHAIN_ID}',
    usedBy: ['api', 'devnet'],
    description:
      'What clients are told that the chain is called, in `GET /config`; `npm start` has a name for its own',
    parse: displayName,
  })
  readonly chainName!: string;

  @Setting({
    name: 'PUBLIC_RPC_URL',
    default: NONE,
    usedBy: ['api', 'devnet'],
    description:
      'JSON-RPC that clients are told to use, in `GET /config`; `npm start` names its own chain. `none`: they bring their own. Production needs https',
    parse: optionalPublicUrl,
    inProduction: encryptedUrl,
  })
  readonly publicRpcUrl!: string | null;

  @Setting({
    name: 'EXPLORER_URL',
    default: NONE,
    usedBy: ['api'],
    description: 'Block explorer that clients are told of, in `GET /config`; production needs https',
    parse: optionalPublicUrl,
    inProduction: encryptedUrl,
  })
  readonly explorerUrl!: string | null;

  @Setting({
    name: 'FLAGS_OFREP_URL',
    default: NONE,
    usedBy: ['api', 'ops'],
    description:
      'Flag service asked by the OpenFeature Remote Evaluation Protocol, such as flagd at `http://flagd:8016`. `none`: flags are those of `npm run ops -- flags`',
    parse: optionalPublicUrl,
  })
  readonly flagsOfrepUrl!: string | null;

  @Setting({
    name: 'JWT_SIGNING_KEYS',
    default: NO_SIGNING_KEYS,
    secret: true,
    usedBy: ['api', 'ops'],
    description:
      'JWK set of the P-256 private keys that sign access tokens, the same on every instance. `none`: development makes a key of its own, production does not start',
    parse: anyText,
  })
  readonly jwtSigningKeys!: string;

  @Setting({
    name: 'RATE_LIMIT_READ_PER_MINUTE',
    default: '100',
    usedBy: ['api'],
    description: 'Requests a minute that a client may make to operations of class `read`',
    parse: integer(1, 100_000_000),
  })
  readonly rateLimitReadPerMinute!: number;

  @Setting({
    name: 'RATE_LIMIT_HEAVY_PER_MINUTE',
    default: '10',
    usedBy: ['api'],
    description: 'The same for operations of class `heavy`',
    parse: integer(1, 100_000_000),
  })
  readonly rateLimitHeavyPerMinute!: number;

  @Setting({
    name: 'TRUST_PROXY',
    default: '0',
    usedBy: ['api'],
    description:
      'Whose `X-Forwarded-For` is believed: the number of proxies before the API, or a list of their networks (`10.0.0.0/8,fd00::/8`) without clients in them',
    parse: trustProxy,
  })
  readonly trustProxy!: TrustProxy;

  @Setting({
    name: 'MAX_CONNECTIONS',
    default: '5000',
    usedBy: ['api'],
    description: 'Most connections that clients may hold to one process; more are answered 503 and closed',
    parse: integer(1, 1_000_000),
  })
  readonly maxConnections!: number;

  @Setting({
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    default: '100',
    usedBy: ['api'],
    description:
      'Of them, those of one address (IPv6: of one /56); more are answered 429 and closed. Proxies that `TRUST_PROXY` names are exempt',
    parse: integer(1, 1_000_000),
  })
  readonly maxConnectionsPerAddress!: number;

  @Setting({
    name: 'REDIS_URL',
    default: NO_REDIS,
    secret: true,
    usedBy: ['api'],
    description:
      'Redis where the instances of the API share their counts of requests. `none`: each counts for itself',
    parse: optionalRedisUrl,
  })
  readonly redisUrl!: string;

  @Setting({
    name: 'SHUTDOWN_DRAIN_SECONDS',
    default: '2',
    usedBy: ['api'],
    description:
      'Seconds between the signal to stop, when readiness turns 503, and the end of listening: what a load balancer needs to notice',
    parse: integer(0, 4),
  })
  readonly shutdownDrainSeconds!: number;

  @Setting({
    name: 'METRICS_PORT',
    default: '9464',
    usedBy: ['api', 'devnet'],
    description: 'Port of the Prometheus metrics, `/metrics`',
    parse: port,
  })
  readonly metricsPort!: number;

  @Setting({
    name: 'METRICS_HOST',
    default: '127.0.0.1',
    usedBy: ['api'],
    description: 'Address that the metrics are served on; they are not for the public',
    parse: host,
  })
  readonly metricsHost!: string;

  @Setting({
    name: 'LOG_LEVEL',
    default: 'log',
    usedBy: ['api', 'indexer'],
    description: '`fatal`, `error`, `warn`, `log`, `debug` or `verbose`: this level and all before it',
    parse: oneOf('fatal', 'error', 'warn', 'log', 'debug', 'verbose'),
  })
  readonly logLevel!: 'fatal' | 'error' | 'warn' | 'log' | 'debug' | 'verbose';

  /** The variables that were set, in themselves or by a file: what was chosen rather than left to its default. */
  readonly chosen: ReadonlySet<string>;

  /** Use `loadEnv`, which also fills in the settings. */
  constructor(chosen: ReadonlySet<string>) {
    super();
    this.chosen = chosen;
  }
}

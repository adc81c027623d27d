import { z } from 'zod';
import * as check from './checks.js';
import { setting } from './setting.js';

/** The settings of the API's own. */
export const apiSettings = {
  readCacheMb: setting('READ_CACHE_MB', '64', check.integer(0, 65_536), {
    usedBy: ['api'],
    description: 'Most megabytes of cached responses in one process; 0 caches nothing',
  }),
  chainName: setting('CHAIN_NAME', 'eip155:${CHAIN_ID}', check.displayName, {
    usedBy: ['api', 'devnet'],
    description:
      'What clients are told that the chain is called, in `GET /config`; `npm start` has a name for its own',
  }),
  publicRpcUrl: setting('PUBLIC_RPC_URL', check.NONE, check.orNone(check.publicUrl), {
    usedBy: ['api', 'devnet'],
    inProduction: check.encryptedUrl,
    description:
      'JSON-RPC that clients are told to use, in `GET /config`; `npm start` names its own chain. `none`: they bring their own. Production needs https',
  }),
  routerAddress: setting('ROUTER_ADDRESS', check.NONE, check.orNone(check.address), {
    usedBy: ['api', 'devnet'],
    description:
      "Uniswap V2 router by which apps trade after graduation, of the launchpad's own factory; `npm start` names its own. `none`: their trades have no payloads",
  }),
  explorerUrl: setting('EXPLORER_URL', check.NONE, check.orNone(check.publicUrl), {
    usedBy: ['api'],
    inProduction: check.encryptedUrl,
    description: 'Block explorer that clients are told of, in `GET /config`; production needs https',
  }),
  flagsOfrepUrl: setting('FLAGS_OFREP_URL', check.NONE, check.orNone(check.publicUrl), {
    usedBy: ['api', 'ops'],
    description:
      'Flag service asked by the OpenFeature Remote Evaluation Protocol, such as flagd at `http://flagd:8016`. `none`: flags are those of `npm run ops -- flags`',
  }),
  jwtSigningKeys: setting('JWT_SIGNING_KEYS', check.NONE, check.orNone(z.string()), {
    usedBy: ['api', 'ops'],
    secret: true,
    description:
      'JWK set of the P-256 private keys that sign access tokens, the same on every instance. `none`: development makes a key of its own, production does not start',
  }),
  rateLimitReadPerMinute: setting('RATE_LIMIT_READ_PER_MINUTE', '100', check.integer(1, 100_000_000), {
    usedBy: ['api'],
    description: 'Requests a minute that a client may make to operations of class `read`',
  }),
  rateLimitHeavyPerMinute: setting('RATE_LIMIT_HEAVY_PER_MINUTE', '10', check.integer(1, 100_000_000), {
    usedBy: ['api'],
    description: 'The same for operations of class `heavy`',
  }),
  trustProxy: setting('TRUST_PROXY', '0', check.trustProxy, {
    usedBy: ['api'],
    description:
      'Whose `X-Forwarded-For` is believed: the number of proxies before the API, or a list of their networks (`10.0.0.0/8,fd00::/8`) without clients in them',
  }),
  sharedCache: setting('SHARED_CACHE', 'off', check.oneOf('on', 'off'), {
    usedBy: ['api'],
    description:
      'Whether a shared cache stands before the API: `on` leaves headers of one client (`RateLimit`, `RateLimit-Policy`, `X-Request-Id`) out of what such a cache may store',
  }),
  maxConnections: setting('MAX_CONNECTIONS', '5000', check.integer(1, 1_000_000), {
    usedBy: ['api'],
    description: 'Most connections that clients may hold to one process; more get 503 and are closed',
  }),
  maxConnectionsPerAddress: setting('MAX_CONNECTIONS_PER_ADDRESS', '100', check.integer(1, 1_000_000), {
    usedBy: ['api'],
    description:
      'Of them, those of one address (IPv6: of one /56); more get 429 and are closed. Proxies that `TRUST_PROXY` names are exempt',
  }),
  streamMaxConnections: setting('STREAM_MAX_CONNECTIONS', '4000', check.integer(0, 1_000_000), {
    usedBy: ['api'],
    description: 'Of the connections to one process, those that may hold a stream; more get 503',
  }),
  streamMaxConnectionsPerClient: setting(
    'STREAM_MAX_CONNECTIONS_PER_CLIENT',
    '10',
    check.integer(1, 1_000_000),
    {
      usedBy: ['api'],
      description: 'Of them, those of one address (IPv6: of one /56), behind proxies too; more get 429',
    },
  ),
  streamWaitingKb: setting('STREAM_WAITING_KB', '256', check.integer(64, 65_536), {
    usedBy: ['api'],
    description:
      'Kilobytes that may wait for a client of a stream that reads too slowly, before it is closed',
  }),
  webPage: setting('WEB_PAGE', 'auto', check.oneOf('on', 'off', 'auto'), {
    usedBy: ['api'],
    description:
      'Whether the market page is at `/`; off, `/` leads to `/docs`. `auto`: on, but off in production',
  }),
  exportsDir: setting('EXPORTS_DIR', check.NONE, check.orNone(check.folder), {
    usedBy: ['api', 'ops'],
    description:
      'Folder of the files that `npm run ops -- export --serve` publishes, served at `/exports/`. `none`: nothing is served there',
  }),
  faucetUrl: setting('FAUCET_URL', check.NONE, check.orNone(check.publicUrl), {
    usedBy: ['api'],
    description:
      'Faucet of the local network, for wallets that the market page makes; `npm start` names its own. Not believed in production and on other chains',
  }),
  mcpEnabled: setting('MCP_ENABLED', 'true', check.boolean, {
    usedBy: ['api'],
    description: 'Whether agents are served at `/mcp`: `true` or `false`',
  }),
  mcpUntrustedText: setting('MCP_UNTRUSTED_TEXT', 'true', check.boolean, {
    usedBy: ['api'],
    description: 'Whether they are shown what strangers wrote (names, descriptions, URLs): `true` or `false`',
  }),
  mcpToken: setting('MCP_TOKEN', check.NONE, check.orNone(check.accessToken), {
    usedBy: ['ops'],
    secret: true,
    description:
      "Access token of a wallet that `npm run ops -- mcp` sends: without one, it has no tool about a wallet's own",
  }),
  webhookSecretKeys: setting('WEBHOOK_SECRET_KEY', check.NONE, check.orNone(check.secretKeys), {
    usedBy: ['api', 'webhooks'],
    secret: true,
    description:
      'Key that the secrets of webhooks are encrypted with in the database: 32 bytes in base64. Several, separated by commas, while one takes over: the first encrypts, each decrypts. `npm start` makes one. `none`: there are no webhooks',
  }),
  webhooksPerBuilder: setting('WEBHOOKS_PER_BUILDER', '20', check.integer(1, 100), {
    usedBy: ['api'],
    description: 'Most webhooks of one builder',
  }),
  maxWebhooks: setting('MAX_WEBHOOKS', '1000', check.integer(1, 100_000), {
    usedBy: ['api'],
    description: 'Most webhooks of all builders together',
  }),
  redisUrl: setting('REDIS_URL', check.NONE, check.orNone(check.redisUrl), {
    usedBy: ['api'],
    secret: true,
    description:
      'Redis where the instances of the API share their counts of requests: with a password, and `maxmemory-policy noeviction`, or a flood makes it forget them. `none`: each counts for itself',
  }),
  shutdownDrainSeconds: setting('SHUTDOWN_DRAIN_SECONDS', '5', check.integer(0, 60), {
    usedBy: ['api'],
    description:
      'Seconds between the signal to stop, when readiness turns 503, and the end of listening: what a load balancer needs to notice',
  }),
  readyMaxLagSeconds: setting('READY_MAX_LAG_SECONDS', check.NONE, check.orNone(check.integer(1, 86_400)), {
    usedBy: ['api'],
    description:
      'Seconds that the index may lag before readiness is 503, of every instance alike. `none`: reads go on, and responses name their block',
  }),
  metricsPort: setting('METRICS_PORT', '9464', check.port, {
    usedBy: ['api', 'devnet'],
    description: 'Port of the Prometheus metrics, `/metrics`',
  }),
  webhooksMetricsPort: setting('WEBHOOKS_METRICS_PORT', check.NONE, check.orNone(check.port), {
    usedBy: ['webhooks'],
    description: 'The same of the program that sends webhooks. `none`: they are not served',
  }),
  metricsHost: setting('METRICS_HOST', '127.0.0.1', check.host, {
    usedBy: ['api', 'webhooks'],
    description: 'Address that the metrics are served on; they are not for the public',
  }),
  metricsNames: setting('METRICS_NAMES', check.NONE, check.hostNames, {
    usedBy: ['api', 'webhooks'],
    description:
      'Names by which Prometheus asks for the metrics, separated by commas, beside IP addresses, names without a dot, `*.internal`, `*.svc` and `*.cluster.local`. Others are 403: any page can give a name that leads here',
  }),
  otelEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', check.NONE, check.orNone(check.publicUrl), {
    usedBy: ['api'],
    description:
      'Collector that traces are sent to, by OTLP over HTTP: `http://collector:4318`. `none`: nothing is traced',
  }),
  otelServiceName: setting('OTEL_SERVICE_NAME', 'slipway-api', check.displayName, {
    usedBy: ['api'],
    description: 'What traces say that this service is',
  }),
  otelTracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'traceidratio',
    check.oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    {
      usedBy: ['api'],
      description:
        'Which requests are traced. `parentbased_..` does what the client says: only behind a gateway of yours that sets `traceparent`',
    },
  ),
  otelTracesSamplerArg: setting('OTEL_TRACES_SAMPLER_ARG', '0.01', check.ratio, {
    usedBy: ['api'],
    description: 'The share of requests that a sampler by ratio takes, 0 to 1',
  }),
  logLevel: setting('LOG_LEVEL', 'log', check.oneOf('fatal', 'error', 'warn', 'log', 'debug', 'verbose'), {
    usedBy: ['api', 'indexer', 'webhooks'],
    description: '`fatal`, `error`, `warn`, `log`, `debug` or `verbose`: this level and all before it',
  }),
};

/**
 * Who may import whom (docs/architecture.md). Every rule is proved to bite by test/import-rules.tools-spec.ts, which breaks each
 * of them once.
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const MODULE = '^apps/api/src/modules/([^/]+)/';
const EXTRA = '^apps/api/src/extras/([^/]+)/';
const LIB = '^libs/([^/]+)/';
/** Where a library is entered; the SDK has subpaths too. */
const LIB_INDEX = [
  '^libs/[^/]+/src/index[.]ts$',
  '^libs/sdk/src/(abis|candle-chart|stream/index|wallet/index)[.]ts$',
  // Of one launchpad: for the local network, and for tests.
  '^libs/protocols/src/[^/]+/index[.]ts$',
];
const SPEC = '[.](spec|tools-spec|int-spec|e2e-spec|chain-spec|chaos-spec)[.]ts$';

/** What each extra may ask of the card's modules and of other extras. The modules ask none. */
const EXTRA_IMPORTS = {
  'extras/trading': ['modules/market', 'modules/preflight'],
  'extras/integrations': ['modules/apps', 'modules/market'],
  'extras/stream': ['modules/apps', 'modules/market'],
  'extras/pictures': ['modules/apps'],
  'extras/embed': ['modules/apps', 'extras/pictures'],
  'extras/mcp': [
    ...['modules/apps', 'modules/auth', 'modules/market', 'modules/portfolio'],
    ...['modules/preflight', 'modules/rewards', 'extras/trading'],
  ],
  'extras/webhooks': ['modules/apps'],
  'extras/web': ['extras/embed'],
  'extras/docs': [],
  'extras/exports': [],
};

/** What each library may import beside itself and packages. */
const LIB_IMPORTS = {
  domain: [],
  settings: [],
  // Builders install it: it has no dependency at all.
  sdk: [],
  'name-matching': ['domain'],
  protocols: ['chain', 'domain', 'settings'],
  database: ['settings', 'domain'],
  chain: ['settings', 'domain'],
  flags: ['settings', 'database', 'domain'],
  'reward-programs': ['database', 'chain', 'domain'],
  http: ['settings', 'domain'],
  auth: ['settings', 'http', 'database', 'domain'],
  webhooks: ['database', 'domain'],
  metrics: [],
};

/** Clients of PostgreSQL. */
const POSTGRESQL = '^(node_modules/)?(pg|pg-[^/]+|postgres|@prisma/[^/]+)(/|$)';

const anyOf = (names) => `(${names.join('|')})`;

const moduleRules = [
  forbid(
    'modules-ask-no-module',
    'Each module of the card stands alone.',
    { path: MODULE, pathNot: SPEC },
    { path: MODULE, pathNot: '^apps/api/src/modules/$1/' },
  ),
  forbid(
    'card-knows-no-extra',
    'The card is the product without extras: what one adds it brings by its own module (platform/extra.ts).',
    {
      path: '^(apps|libs)/',
      pathNot: ['^apps/api/src/(extras/|app[.]module[.]ts$)', '^apps/api/embed-page/', SPEC],
    },
    { path: '^apps/api/src/extras/' },
  ),
  forbid(
    'extras-by-their-list',
    'An extra is added by one line of extras.ts, and taken away by it.',
    { path: '^apps/api/src/app[.]module[.]ts$' },
    { path: '^apps/api/src/extras/', pathNot: '^apps/api/src/extras/extras[.]ts$' },
  ),
  ...Object.entries(EXTRA_IMPORTS).map(([name, allowed]) =>
    forbid(
      `${name.replace('/', '-')}-knows-only-its-sources`,
      `${name} may ask ${allowed.length === 0 ? 'no other' : allowed.join(', ')}: who wants to take one away knows what goes with it.`,
      { path: `^apps/api/src/${name}/`, pathNot: SPEC },
      { path: '^apps/api/src/(modules|extras)/', pathNot: `^apps/api/src/${anyOf([name, ...allowed])}/` },
    ),
  ),
  forbid(
    'extra-is-listed',
    'An extra that is not listed in EXTRA_IMPORTS may ask none.',
    { path: EXTRA, pathNot: [`^apps/api/src/${anyOf(Object.keys(EXTRA_IMPORTS))}/`, SPEC] },
    { path: '^apps/api/src/(modules|extras)/', pathNot: '^apps/api/src/extras/$1/' },
  ),
  forbid(
    'asked-by-module-service-or-dto',
    'What a module or an extra offers to others is its wiring, the services that it exports and their shapes (of pictures how texts are drawn too); the rest may change freely.',
    { path: EXTRA, pathNot: SPEC },
    {
      path: '^apps/api/src/(modules|extras)/',
      pathNot: ['^apps/api/src/extras/$1/', '([.](module|service|dto)|/(dto|drawing)/[^/]+)[.]ts$'],
    },
  ),
];

const libRules = Object.entries(LIB_IMPORTS).map(([name, allowed]) =>
  forbid(
    `lib-${name}-imports`,
    `libs/${name} may import ${allowed.length === 0 ? 'no other library' : allowed.join(', ')}.`,
    { path: `^libs/${name}/`, pathNot: SPEC },
    { path: LIB, pathNot: `^libs/${anyOf([name, ...allowed])}/` },
  ),
);

/** What each folder of the indexer may import beside itself: no two import each other. */
const INDEXER_IMPORTS = {
  decode: [],
  registry: ['decode'],
  fold: ['decode', 'registry'],
  postgres: [],
  leadership: ['postgres'],
  tables: ['decode', 'registry', 'fold', 'postgres'],
  rollback: ['decode', 'registry', 'fold', 'postgres', 'tables'],
  repair: ['decode', 'registry', 'fold', 'postgres', 'tables', 'rollback'],
  ingest: ['decode', 'registry', 'fold', 'postgres', 'tables', 'rollback', 'repair'],
  maintenance: ['postgres', 'leadership', 'rollback', 'ingest'],
};

/** The same of libs/http. */
const HTTP_IMPORTS = {
  message: [],
  routing: [],
  clients: [],
  errors: ['message'],
  operation: ['errors'],
  logging: ['message', 'errors'],
  input: ['message', 'errors', 'operation'],
  validation: ['errors', 'operation', 'input'],
  limits: ['message', 'clients', 'errors', 'operation'],
  connections: ['clients', 'errors', 'logging'],
  cache: ['message', 'errors', 'operation', 'limits'],
  paging: ['errors', 'validation', 'cache'],
  freshness: ['errors', 'operation', 'cache'],
  server: [
    ...['message', 'routing', 'clients', 'errors', 'operation'],
    ...['logging', 'input', 'limits', 'connections', 'cache'],
  ],
};

/** The folders of a part of ours, in an order in which each imports only those before it. */
function folderRules(part, root, imports) {
  return Object.entries(imports).map(([name, allowed]) =>
    forbid(
      `${part}-${name}-imports`,
      `${name} may import ${allowed.length === 0 ? 'no other folder' : allowed.join(', ')} of ${root}.`,
      { path: `^${root}/${name}/`, pathNot: SPEC },
      { path: `^${root}/`, pathNot: `^${root}/${anyOf([name, ...allowed])}/` },
    ),
  );
}

const indexerRules = folderRules('indexer', 'apps/indexer/src', INDEXER_IMPORTS);
const httpRules = folderRules('http', 'libs/http/src', HTTP_IMPORTS);

/** A new library has to say above what it may import. */
const unlistedLibRule = forbid(
  'lib-is-listed',
  'A library that is not listed in LIB_IMPORTS may import no other.',
  { path: LIB, pathNot: [`^libs/${anyOf(Object.keys(LIB_IMPORTS))}/`, SPEC] },
  { path: LIB, pathNot: '^libs/$1/' },
);

const layerRules = [
  forbid('no-cycles', 'A cycle has no beginning to read from.', {}, { circular: true }),
  forbid(
    'database-by-repositories',
    'In the API only repositories (with .sql.ts and .types.ts that several of them read), module wiring and what watches the head know of a database.',
    {
      path: '^apps/api/src/',
      pathNot: [
        '[.](repository|sql|types|module)[.]ts$',
        '^apps/api/src/platform/[^/]+(adapter|reads)[.]ts$',
        SPEC,
      ],
    },
    { path: '^libs/database/' },
  ),
  forbid(
    'postgresql-by-prisma',
    'PrismaService is the door to PostgreSQL. The indexer, which writes by COPY, and the local network have pg as well.',
    { path: ['^apps/(api|ops)/', '^libs/'], pathNot: ['^libs/database/', SPEC] },
    { path: POSTGRESQL },
  ),
  forbid(
    'database-offers-no-client',
    'What libs/database offers is PrismaService: a client of PostgreSQL that it passed on would be a second door.',
    { path: '^libs/database/src/index[.]ts$' },
    { path: POSTGRESQL },
  ),
  forbid(
    'data-side-knows-no-http',
    'Repositories and types serve any caller: nothing of HTTP, sign-in or documentation in them.',
    { path: '^apps/api/src/(modules|extras)/.*[.](repository|sql|types)[.]ts$' },
    { path: ['/dto/', '[.]dto[.]ts$', '^libs/http/', '^libs/auth/', 'node_modules/@nestjs/swagger/'] },
  ),
  forbid(
    'controllers-never-touch-repositories',
    'A controller calls one use case of its service.',
    { path: '[.]controller[.]ts$' },
    { path: '[.]repository[.]ts$' },
  ),
  forbid(
    'apps-never-import-apps',
    'Programs meet in the database and on the chain, not in code.',
    { path: '^apps/([^/]+)/', pathNot: SPEC },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  forbid(
    'libs-never-import-apps',
    'Libraries serve the apps.',
    { path: '^libs/', pathNot: SPEC },
    { path: '^apps/' },
  ),
  forbid(
    'libs-by-their-index-from-apps',
    'What a library offers is what its index.ts exports.',
    { path: '^apps/' },
    { path: LIB, pathNot: LIB_INDEX },
  ),
  forbid(
    'libs-by-their-index-from-libs',
    'What a library offers is what its index.ts exports.',
    { path: LIB },
    { path: LIB, pathNot: ['^libs/$1/', ...LIB_INDEX] },
  ),
  forbid(
    'launchpads-by-their-interface',
    'The product knows a launchpad by the Protocol interface, never by its ABIs.',
    {
      path: '^(apps|libs)/',
      pathNot: ['^apps/devnet/', '^libs/protocols/src/(protocols[.]ts$|[^/]+/)', SPEC],
    },
    { path: '^libs/protocols/src/[^/]+/' },
  ),
  forbid(
    'source-never-imports-tests',
    'Nothing that runs in production depends on a test or its support.',
    { path: '^(apps|libs|prisma)/', pathNot: SPEC },
    { path: ['^test/', SPEC] },
  ),
  forbid(
    'indexer-and-devnet-know-no-http',
    'Only the API and its libraries serve requests or sign wallets in.',
    { path: '^apps/(indexer|devnet)/', pathNot: SPEC },
    { path: '^libs/(http|auth)/' },
  ),
  forbid(
    'docs-page-stands-alone',
    'The page runs in a browser: it knows the interface and nothing of the programs behind it.',
    { path: '^apps/api/docs-page/', pathNot: SPEC },
    { path: ['^apps/', '^libs/'], pathNot: '^apps/api/docs-page/' },
  ),
  forbid(
    'docs-page-is-a-page',
    'No program imports what runs in a browser.',
    { path: '^(apps|libs|prisma)/', pathNot: '^apps/api/docs-page/' },
    { path: '^apps/api/docs-page/' },
  ),
  forbid(
    'embed-page-knows-how-to-draw',
    'The page that other sites show runs in a browser: of ours it knows the SDK, and how texts are drawn in pictures, which is pure.',
    { path: '^apps/api/embed-page/', pathNot: SPEC },
    {
      path: ['^apps/', '^libs/'],
      pathNot: ['^apps/api/embed-page/', '^apps/api/src/extras/pictures/drawing/', '^libs/sdk/'],
    },
  ),
  forbid(
    'embed-page-is-a-page',
    'No program imports what runs in a browser.',
    { path: '^(apps|libs|prisma)/', pathNot: '^apps/api/embed-page/' },
    { path: '^apps/api/embed-page/' },
  ),
  forbid(
    'web-knows-the-sdk',
    'The market page is a client like any other: what it needs and the SDK lacks is missing for builders too.',
    { path: '^apps/web/', pathNot: SPEC },
    { path: ['^apps/', '^libs/'], pathNot: ['^apps/web/', '^libs/sdk/'] },
  ),
  forbid(
    'web-has-few-packages',
    'Each package is loaded by everybody who opens the market page: a framework, wallets; charts by the SDK.',
    { path: '^apps/web/src/', pathNot: SPEC },
    { path: '^node_modules/', pathNot: '^node_modules/(solid-js|viem|@slipway/sdk)/' },
  ),
  forbid(
    'no-unresolvable',
    'An import that resolves to nothing escapes every other rule.',
    {},
    { couldNotResolve: true },
  ),
];

/** What is allowed, by the folder that the names are of: an allowance that nothing uses is an error too. */
export const ALLOWANCES = {
  'apps/api/src': EXTRA_IMPORTS,
  libs: LIB_IMPORTS,
  'apps/indexer/src': INDEXER_IMPORTS,
  'libs/http/src': HTTP_IMPORTS,
};

export default {
  forbidden: [...layerRules, ...moduleRules, ...libRules, unlistedLibRule, ...indexerRules, ...httpRules],
  options: {
    // Imports of types count: they are knowledge too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|libs/[^/]+/dist|libs/database/src/generated)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // As in each library's package.json: `@slipway/database` is its sources.
      conditionNames: ['slipway-source', 'import', 'require', 'node', 'types', 'default'],
    },
  },
};

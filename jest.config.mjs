/** Workers, programs and servers of every run are 5:45 ahead of UTC, which machines of CI are in: what takes one zone for the other fails. */
process.env.TZ = 'Asia/Kathmandu';

/**
 * One project a kind of test, told apart by the file's suffix: a failure says at once what it needed.
 * `npm run test:unit` and `test:tools` need nothing, the others a built `dist/` and a real PostgreSQL (started once a run by
 * `test/support/postgres-setup.mjs`).
 */
const compiler = {
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

/** Entry files of packages of hundreds of files, which suites load as one. */
const LARGE_PACKAGES =
  '/node_modules/(class-validator/cjs|es-toolkit/dist/compat|rxjs/dist/cjs|viem/_esm|viem/_esm/(accounts|utils)|zod)/index\\.m?js$';

/** Modules that suites test. With them packages that have to be the same ones for both, or take a suite long to load. */
const NATIVE_MODULES =
  '(/(apps/(api|devnet|indexer|ops|webhooks)|libs/[a-z-]+)/src/.*(?<!spec)\\.ts|' +
  '/test/support/esm/[a-z-]+\\.mjs|' +
  '/node_modules/@nestjs/(common|core|platform-express|swagger|testing)/index\\.js|' +
  '/node_modules/viem/_esm/((accounts|utils)/)?index\\.js)$';

/** Packages of this kind, each with an ES module that exports it. */
const COMMONJS = ['class-validator', 'pg', 'rxjs', 'typescript'];

const shared = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  // "slipway-source" makes `@slipway/database` and its like resolve to the TypeScript sources (each library's "exports").
  testEnvironmentOptions: { customExportConditions: ['slipway-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'json', 'node'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // One copy of the operators, whichever name they are imported by.
    '^rxjs/operators$': 'rxjs',
    '^@nestjs/throttler$': '<rootDir>/test/support/esm/throttler.mjs',
  },
  transform: {
    '^.+\\.ts$': ['@swc/jest', compiler],
    '/test/support/esm/[a-z-]+\\.mjs$': '<rootDir>/test/support/esm/transformer.mjs',
    [LARGE_PACKAGES]: '<rootDir>/test/support/esm/bundler.mjs',
  },
  transformIgnorePatterns: [`^(?!.*${LARGE_PACKAGES}).*/node_modules/`],
};

/** Every response of an API is compared with its description. */
const checked = { setupFilesAfterEnv: ['<rootDir>/test/support/http/checked-fetch.ts'] };

/**
 * Node.js imports what suites test, once a worker.
 *
 * @param isBuilt whether it is `dist/` that is imported, else the sources
 */
const nativeModules = (isBuilt) => ({
  testEnvironmentOptions: { ...shared.testEnvironmentOptions, nativeModules: true },
  moduleNameMapper: {
    ...shared.moduleNameMapper,
    ...Object.fromEntries(COMMONJS.map((name) => [`^${name}$`, `<rootDir>/test/support/esm/${name}.mjs`])),
  },
  transform: {
    [NATIVE_MODULES]: ['<rootDir>/test/support/esm/native.mjs', { isBuilt }],
    ...shared.transform,
  },
  transformIgnorePatterns: [`^(?!.*(${NATIVE_MODULES}|${LARGE_PACKAGES})).*/node_modules/`],
});

const native = nativeModules(true);

const withPostgres = {
  ...checked,
  ...native,
  globalSetup: '<rootDir>/test/support/postgres-setup.mjs',
  globalTeardown: '<rootDir>/test/support/postgres-teardown.mjs',
};

/** Suites under `test/contract` are `*.spec.ts` too; they belong to their own project. */
const CONTRACT = 'test/contract/';

export default {
  // Suites of processes, chains and databases wait half of their time: one more worker than the two cores that CI has. A fourth ends no
  // sooner, and starves the others of a slow machine.
  maxWorkers: 3,
  // Contexts of suites that ended stay in memory. A worker of 3 GB collects garbage slowly, and takes seconds to end.
  workerIdleMemoryLimit: '1GB',
  // On busy cores a worker takes more than Jest's 500 ms to end. One that something holds is still ended by force, and reported.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/test/support/slowest-first.mjs',
  reporters: ['<rootDir>/test/support/summary-reporter.mjs'],
  // Jest 30 reads this here only, not from a project.
  testTimeout: 600_000,
  projects: [
    {
      ...shared,
      ...nativeModules(false),
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,test}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', `<rootDir>/${CONTRACT}`],
    },
    {
      // These start eslint, dependency-cruiser, knip and the like.
      ...shared,
      displayName: 'tools',
      testMatch: ['<rootDir>/test/**/*.tools-spec.ts'],
    },
    {
      ...shared,
      ...withPostgres,
      displayName: 'int',
      testMatch: ['<rootDir>/{apps,libs,test}/**/*.int-spec.ts'],
    },
    {
      ...shared,
      ...withPostgres,
      displayName: 'contract',
      testMatch: [`<rootDir>/${CONTRACT}**/*.spec.ts`],
    },
    {
      ...shared,
      ...withPostgres,
      displayName: 'e2e',
      testMatch: ['<rootDir>/{apps,libs,test}/**/*.e2e-spec.ts'],
    },
    {
      ...shared,
      ...withPostgres,
      displayName: 'chain',
      testMatch: ['<rootDir>/{apps,libs,test}/**/*.chain-spec.ts'],
    },
    {
      // These start what they break themselves.
      ...shared,
      ...checked,
      ...native,
      displayName: 'chaos',
      testMatch: ['<rootDir>/test/chaos/**/*.chaos-spec.ts'],
    },
  ],
};

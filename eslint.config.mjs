import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import path from 'node:path';
import tseslint from 'typescript-eslint';

/** File names that say nothing of their contents: things without a home gather there. */
const NAMELESS = /^(utils?|helpers?|common|misc|shared|base)\b/i;

const houseRules = {
  rules: {
    'file-says-what-it-is': {
      create: (context) => ({
        Program(node) {
          const name = path.basename(context.filename);
          if (NAMELESS.test(name))
            context.report({ node, message: `name the file after its main export, not "${name}"` });
        },
      }),
    },
  },
};

const ENVIRONMENT = 'Only libs/settings reads the environment: inject Settings.';
const POSTGRESQL = 'PrismaService is the door to PostgreSQL, and imports are what dependency-cruiser sees.';

/** Clients of PostgreSQL, and the files of their packages. */
const CLIENTS = '/^(pg|pg-[a-z-]+|postgres)(?![a-z-])/';
/** Prisma's client, by a path from outside of its library. */
const GENERATED = '/database[/]src[/]generated/';
const PROCESS = '/^(node:)?process$/';
const GLOBAL = '/^global(This)?$/';

/** Ways to the environment, and around the rules of imports to PostgreSQL. Each is broken once in test/lint-rules.tools-spec.ts. */
const AROUND_THE_DOORS = [
  ["MemberExpression[object.name='process'][property.name='env']", ENVIRONMENT],
  ["MemberExpression[object.name='process'][property.value='env']", ENVIRONMENT],
  // Under another name, passed on, or spread.
  [":not(MemberExpression) > Identifier[name='process']", ENVIRONMENT],
  [`MemberExpression[object.name=${GLOBAL}][property.name='process']`, ENVIRONMENT],
  [`MemberExpression[object.name=${GLOBAL}][property.value='process']`, ENVIRONMENT],
  [`VariableDeclarator[init.name=${GLOBAL}]`, ENVIRONMENT],
  ["MemberExpression[object.type='TSAsExpression'][property.name='process']", ENVIRONMENT],
  [`ImportDeclaration[source.value=${PROCESS}]`, ENVIRONMENT],
  [`ExportNamedDeclaration[source.value=${PROCESS}]`, ENVIRONMENT],
  [`ExportAllDeclaration[source.value=${PROCESS}]`, ENVIRONMENT],
  [`ImportExpression[source.value=${PROCESS}]`, ENVIRONMENT],
  ["CallExpression[callee.property.name='getBuiltinModule']", ENVIRONMENT],
  // By whatever name `createRequire` is called: imports cannot be told from other calls by it.
  [`CallExpression[arguments.0.value=${PROCESS}]`, ENVIRONMENT],
  [`CallExpression[callee.property.name!='includes'][arguments.0.value=${CLIENTS}]`, POSTGRESQL],
  ["ImportExpression[source.type!='Literal']", POSTGRESQL],
  [`ExportNamedDeclaration[source.value=${CLIENTS}]`, POSTGRESQL],
  [`ExportAllDeclaration[source.value=${CLIENTS}]`, POSTGRESQL],
  // Generated files are not cruised.
  [`ImportDeclaration[source.value=${GENERATED}]`, POSTGRESQL],
  [`ExportNamedDeclaration[source.value=${GENERATED}]`, POSTGRESQL],
  [`ImportExpression[source.value=${GENERATED}]`, POSTGRESQL],
].map(([selector, message]) => ({ selector, message }));

export default defineConfig(
  globalIgnores([
    '**/dist/',
    'coverage/',
    '.data/',
    'libs/database/src/generated/',
    'libs/sdk/src/generated/',
    'apps/devnet/artifacts/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: [
          ...['tsconfig.json', 'apps/api/docs-page/tsconfig.json', 'apps/api/embed-page/tsconfig.json'],
          'apps/web/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { house: houseRules },
    rules: {
      'house/file-says-what-it-is': 'error',
      'no-restricted-syntax': ['error', ...AROUND_THE_DOORS],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'Say parseUrl: once compiled, that of Node 20 misreads Latin-1.',
        },
      ],
      eqeqeq: 'error',
      // A promise is awaited, or what it ends with is handled where it was begun: `void` hides one from both rules.
      'no-void': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      'no-console': 'error',
      'max-lines': ['warn', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Numbers and bigints in messages and SQL are what they look like; the rule is for objects.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: false, allowNullish: false, allowRegExp: false },
      ],
      // A caught value may be passed on as it is.
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      // Nest's modules are classes that carry only a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // DTO classes describe and check what goes in; what goes out are plain objects of the same shape.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // env['X'] instead of env.X shows that a key may be missing.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // Swagger and class-transformer read a property's type from its annotation, not from its default.
      '@typescript-eslint/no-inferrable-types': ['error', { ignoreProperties: true }],
      // `while (true)` with a sleep is how a poller reads best.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
    },
  },
  {
    // Nest reads constructor parameter types at run time: an inline `type` import would erase the class.
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
  },
  {
    // The one reader of the environment, and Prisma's command line, which is not a program of ours.
    files: ['libs/settings/src/load-settings.ts', 'prisma.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Tests say to the runner and its programs what Env does not know.
    files: ['test/**/*.ts', '**/*spec.ts'],
    rules: {
      'no-restricted-syntax': 'off',
      'max-lines': 'off',
      'no-void': 'off',
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      // `expect(mock.method)` and matchers such as `expect.any()` are typed loosely by Jest itself.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/explicit-function-return-type': 'off',
      // A test that misses what it looks for fails on the spot, which is what it is for.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Programs for a terminal: what they print is their result.
    files: ['apps/devnet/**', 'apps/ops/**', 'test/bench/**', '**/*.mjs'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', URL: 'readonly', console: 'readonly' } },
    rules: { '@typescript-eslint/explicit-function-return-type': 'off', 'no-restricted-syntax': 'off' },
  },
);

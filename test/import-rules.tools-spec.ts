import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');

/** For each rule one import that breaks it, `from -> to`. */
const BREACHES: Readonly<Record<string, string>> = {
  'no-cycles': 'libs/protocols/src/price.ts -> libs/protocols/src/quote.ts',
  'database-by-repositories': 'apps/api/src/modules/apps/apps.service.ts -> libs/database/src/index.ts',
  'postgresql-by-prisma': 'apps/api/src/modules/apps/search.repository.ts -> node_modules/pg/lib/index.js',
  'database-offers-no-client': 'libs/database/src/index.ts -> node_modules/pg/lib/index.js',
  'data-side-knows-no-http': 'apps/api/src/modules/apps/apps.repository.ts -> libs/http/src/index.ts',
  'controllers-never-touch-repositories':
    'apps/api/src/modules/apps/apps.controller.ts -> apps/api/src/modules/apps/apps.repository.ts',
  'apps-never-import-apps': 'apps/indexer/src/main.ts -> apps/devnet/src/main.ts',
  'libs-never-import-apps': 'libs/name-matching/src/fold.ts -> apps/devnet/src/main.ts',
  'libs-by-their-index-from-apps': 'apps/indexer/src/main.ts -> libs/protocols/src/price.ts',
  'libs-by-their-index-from-libs': 'libs/database/src/pool.ts -> libs/settings/src/load-settings.ts',
  'launchpads-by-their-interface': 'apps/indexer/src/main.ts -> libs/protocols/src/slipway/index.ts',
  'source-never-imports-tests': 'apps/indexer/src/main.ts -> test/support/anvil.ts',
  'indexer-and-devnet-know-no-http': 'apps/indexer/src/main.ts -> libs/http/src/index.ts',
  'docs-page-stands-alone': 'apps/api/docs-page/sign-in.ts -> libs/domain/src/index.ts',
  'docs-page-is-a-page': 'apps/api/src/main.ts -> apps/api/docs-page/page.ts',
  'embed-page-knows-how-to-draw': 'apps/api/embed-page/header.ts -> libs/domain/src/index.ts',
  'embed-page-is-a-page': 'apps/api/src/main.ts -> apps/api/embed-page/page.ts',
  'web-knows-the-sdk': 'apps/web/src/page/router.ts -> libs/domain/src/index.ts',
  'web-has-few-packages': 'apps/web/src/app.tsx -> node_modules/pg/lib/index.js',
  'modules-ask-no-module': askOf('modules/config', 'modules/apps'),
  'card-knows-no-extra': askOf('modules/apps', 'extras/stream'),
  'extras-by-their-list': 'apps/api/src/app.module.ts -> apps/api/src/extras/stream/stream.module.ts',
  'extras-trading-knows-only-its-sources': askOf('extras/trading', 'modules/rewards'),
  'extras-integrations-knows-only-its-sources': askOf('extras/integrations', 'modules/rewards'),
  'extras-stream-knows-only-its-sources': askOf('extras/stream', 'extras/trading'),
  'extras-pictures-knows-only-its-sources': askOf('extras/pictures', 'modules/market'),
  'extras-embed-knows-only-its-sources': askOf('extras/embed', 'modules/market'),
  'extras-mcp-knows-only-its-sources': askOf('extras/mcp', 'extras/stream'),
  'extras-webhooks-knows-only-its-sources': askOf('extras/webhooks', 'modules/market'),
  'extras-web-knows-only-its-sources': askOf('extras/web', 'modules/apps'),
  'extras-docs-knows-only-its-sources': askOf('extras/docs', 'extras/stream'),
  'extras-exports-knows-only-its-sources': askOf('extras/exports', 'modules/apps'),
  'extra-is-listed': askOf('extras/novel', 'modules/apps'),
  'asked-by-module-service-or-dto':
    'apps/api/src/extras/stream/stream.service.ts -> apps/api/src/modules/apps/apps.repository.ts',
  'lib-domain-imports': 'libs/domain/src/index.ts -> libs/settings/src/index.ts',
  'lib-sdk-imports': 'libs/sdk/src/index.ts -> libs/domain/src/index.ts',
  'lib-settings-imports': 'libs/settings/src/index.ts -> libs/name-matching/src/index.ts',
  'lib-name-matching-imports': 'libs/name-matching/src/index.ts -> libs/settings/src/index.ts',
  'lib-protocols-imports': 'libs/protocols/src/index.ts -> libs/database/src/index.ts',
  'lib-database-imports': 'libs/database/src/pool.ts -> libs/chain/src/index.ts',
  'lib-chain-imports': 'libs/chain/src/index.ts -> libs/http/src/index.ts',
  'lib-flags-imports': 'libs/flags/src/index.ts -> libs/chain/src/index.ts',
  'lib-reward-programs-imports': 'libs/reward-programs/src/index.ts -> libs/http/src/index.ts',
  'lib-http-imports': 'libs/http/src/index.ts -> libs/database/src/index.ts',
  'lib-auth-imports': 'libs/auth/src/index.ts -> libs/flags/src/index.ts',
  'lib-metrics-imports': 'libs/metrics/src/index.ts -> libs/http/src/index.ts',
  'lib-webhooks-imports': 'libs/webhooks/src/index.ts -> libs/http/src/index.ts',
  'lib-is-listed': 'libs/novel/src/index.ts -> libs/domain/src/index.ts',
  'indexer-decode-imports': folderImport('decode', 'registry'),
  'indexer-registry-imports': folderImport('registry', 'fold'),
  'indexer-fold-imports': folderImport('fold', 'tables'),
  'indexer-postgres-imports': folderImport('postgres', 'leadership'),
  'indexer-leadership-imports': folderImport('leadership', 'tables'),
  'indexer-tables-imports': folderImport('tables', 'rollback'),
  'indexer-rollback-imports': folderImport('rollback', 'repair'),
  'indexer-repair-imports': folderImport('repair', 'ingest'),
  'indexer-ingest-imports': folderImport('ingest', 'maintenance'),
  'indexer-maintenance-imports': folderImport('maintenance', 'decode'),
  'http-message-imports': 'libs/http/src/message/x.ts -> libs/http/src/errors/y.ts',
  'http-routing-imports': 'libs/http/src/routing/x.ts -> libs/http/src/message/y.ts',
  'http-clients-imports': 'libs/http/src/clients/x.ts -> libs/http/src/errors/y.ts',
  'http-errors-imports': 'libs/http/src/errors/x.ts -> libs/http/src/server/y.ts',
  'http-operation-imports': 'libs/http/src/operation/x.ts -> libs/http/src/limits/y.ts',
  'http-logging-imports': 'libs/http/src/logging/x.ts -> libs/http/src/connections/y.ts',
  'http-input-imports': 'libs/http/src/input/x.ts -> libs/http/src/validation/y.ts',
  'http-validation-imports': 'libs/http/src/validation/x.ts -> libs/http/src/paging/y.ts',
  'http-paging-imports': 'libs/http/src/paging/x.ts -> libs/http/src/limits/y.ts',
  'http-freshness-imports': 'libs/http/src/freshness/x.ts -> libs/http/src/paging/y.ts',
  'http-limits-imports': 'libs/http/src/limits/x.ts -> libs/http/src/cache/y.ts',
  'http-connections-imports': 'libs/http/src/connections/x.ts -> libs/http/src/server/y.ts',
  'http-cache-imports': 'libs/http/src/cache/x.ts -> libs/http/src/server/y.ts',
  'http-server-imports': 'libs/http/src/server/x.ts -> libs/http/src/paging/y.ts',
  // What resolves to nothing is named as it was written.
  'no-unresolvable': 'apps/ops/src/main.ts -> ./missing.js',
};

/** Completes the cycle. */
const OTHER_HALF = 'libs/protocols/src/quote.ts -> libs/protocols/src/price.ts';

/** Two folders that import each other, a test's import counted; and a folder with its own subfolder, which may. */
const PAIRS = [
  'apps/web/src/pair-a/x.tsx -> apps/web/src/pair-b/y.ts',
  'apps/web/src/pair-b/z.spec.ts -> apps/web/src/pair-a/w.ts',
  'apps/web/src/parent/x.ts -> apps/web/src/parent/child/y.ts',
  'apps/web/src/parent/child/z.ts -> apps/web/src/parent/w.ts',
];

const ALLOWED = [
  'apps/api/src/extras/stream/stream.module.ts -> apps/api/src/modules/apps/apps.service.ts',
  'apps/api/src/modules/apps/apps.service.ts -> apps/api/src/modules/apps/dto/app.dto.ts',
  'apps/api/src/modules/config/config.repository.ts -> libs/database/src/index.ts',
  'libs/chain/src/index.ts -> libs/domain/src/index.ts',
  'apps/web/src/client/client.ts -> libs/sdk/src/index.ts',
  'libs/chain/src/client.int-spec.ts -> test/support/anvil.ts',
];

interface CruiseResult {
  readonly modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[];
  readonly summary: {
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
    readonly ruleSetUsed: { readonly forbidden: readonly { name: string }[] };
  };
}

interface Allowances {
  readonly ALLOWANCES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

describe('import rules', () => {
  let result: CruiseResult;
  let breaches: string[];

  beforeAll(async () => {
    const tree = await mkdtemp(path.join(tmpdir(), 'slipway-import-rules-'));
    try {
      await writeTree(tree, [...Object.values(BREACHES), OTHER_HALF, ...PAIRS, ...ALLOWED]);
      result = await cruise(tree);
      breaches = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
    } finally {
      await rm(tree, { recursive: true });
    }
  });

  it('has a breach for every rule', () => {
    const names = result.summary.ruleSetUsed.forbidden.map((rule) => rule.name);
    expect(Object.keys(BREACHES).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(BREACHES))('reports a breach of %s', (rule, edge) => {
    expect(breaches).toContain(`${rule}: ${edge}`);
  });

  it.each(ALLOWED)('lets %s pass', (edge) => {
    expect(breaches.filter((breach) => breach.endsWith(`: ${edge}`))).toEqual([]);
  });

  it('find two folders that import each other, neither inside the other', () => {
    const pairs = folderPairs(result).filter((pair) => pair.startsWith('apps/web/'));
    expect(pairs).toEqual(['apps/web/src/pair-a <-> apps/web/src/pair-b']);
  });

  describe('here', () => {
    let ours: CruiseResult;

    beforeAll(async () => {
      ours = await cruise(ROOT);
    });

    it('no two folders of apps, libs and test import each other', () => {
      expect(folderPairs(ours)).toEqual([]);
    });

    it('each import that is allowed by name is there', async () => {
      const { ALLOWANCES } = (await import(path.join(ROOT, '.dependency-cruiser.mjs'))) as Allowances;
      const imports = ours.modules.flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => [source, resolved] as const),
      );
      const unused = Object.entries(ALLOWANCES).flatMap(([root, table]) =>
        Object.entries(table).flatMap(([from, allowed]) =>
          allowed
            .filter(
              (to) =>
                !imports.some(
                  ([source, resolved]) =>
                    source.startsWith(`${root}/${from}/`) && resolved.startsWith(`${root}/${to}/`),
                ),
            )
            .map((to) => `${root}: ${from} -> ${to}`),
        ),
      );
      expect(unused).toEqual([]);
    });
  });
});

const INSIDES = [/^(apps|libs)\/(?!.*\/generated$)/, /^test(\/|$)/];

/** dependency-cruiser's rules know no pairs: its own of folders takes longer circles, and all that a folder has inside. */
function folderPairs({ modules }: CruiseResult): string[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => [path.dirname(source), path.dirname(resolved)] as const),
  );
  const arrows = new Set(
    imports
      // A spec beside its source imports test/support, which imports sources.
      .filter((folders) => INSIDES.some((inside) => folders.every((folder) => inside.test(folder))))
      .filter(([from, to]) => !isWithin(from, to) && !isWithin(to, from))
      .map(([from, to]) => `${from} <-> ${to}`),
  );
  return [...arrows]
    .filter((arrow) => {
      const [from, to] = arrow.split(' <-> ') as [string, string];
      return from < to && arrows.has(`${to} <-> ${from}`);
    })
    .sort();
}

const isWithin = (folder: string, outer: string): boolean => `${folder}/`.startsWith(`${outer}/`);

function askOf(from: string, to: string): string {
  return `apps/api/src/${from}/x.module.ts -> apps/api/src/${to}/y.module.ts`;
}

function folderImport(from: string, to: string): string {
  return `apps/indexer/src/${from}/a.ts -> apps/indexer/src/${to}/b.ts`;
}

async function writeTree(tree: string, edges: readonly string[]): Promise<void> {
  const sources = new Map<string, string>();
  for (const edge of edges) {
    const [from, to] = edge.split(' -> ') as [string, string];
    const relative = path.posix.relative(path.posix.dirname(from), to).replace(/\.tsx?$/, '.js');
    const specifier = to.startsWith('.') ? to : relative.startsWith('.') ? relative : `./${relative}`;
    sources.set(from, `${sources.get(from) ?? ''}import '${specifier}';\n`);
    if (!to.startsWith('.') && !sources.has(to)) sources.set(to, '');
  }
  for (const folder of ['apps', 'libs', 'prisma', 'test'])
    await mkdir(path.join(tree, folder), { recursive: true });
  for (const [file, text] of sources) {
    await mkdir(path.join(tree, path.dirname(file)), { recursive: true });
    await writeFile(path.join(tree, file), `${text}export {};\n`);
  }
  await writeFile(path.join(tree, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(tree, 'tsconfig.json'), '{"compilerOptions":{"module":"nodenext"}}');
}

async function cruise(tree: string): Promise<CruiseResult> {
  const program = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', path.join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json'];
  const { stdout } = await run(process.execPath, [...args, 'apps', 'libs', 'prisma', 'test'], {
    cwd: tree,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as CruiseResult;
}

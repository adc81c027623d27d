import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { AppDetailDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { HolderListDto } from '../../apps/api/src/modules/apps/holders/holders.dto.js';
import type { QuoteDto } from '../../apps/api/src/modules/market/curves/curves.dto.js';
import { ServedMarket } from '../support/served-market.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAMS = path.join(ROOT, 'test/support/clients');
const DESCRIPTION = path.join(ROOT, 'apps/api/openapi.json');
const COMPILER = [
  '--ignoreConfig',
  '--strict',
  '--target',
  'es2022',
  '--module',
  'nodenext',
  '--types',
  'node',
  '--outDir',
  'out',
];

/** What makes a client of the description, in the folder that it is run in. */
const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  'openapi-fetch': ['openapi-typescript/bin/cli.js', DESCRIPTION, '-o', 'schema.d.ts'],
  'hey-api': [
    '@hey-api/openapi-ts/bin/run.js',
    '-i',
    DESCRIPTION,
    '-o',
    'hey-api',
    '-c',
    '@hey-api/client-fetch',
  ],
  'swagger-typescript-api': [
    ...['swagger-typescript-api/dist/cli.mjs', 'generate', '-p', DESCRIPTION],
    ...['-o', '.', '-n', 'swagger-typescript-api.ts'],
  ],
  orval: ['orval/dist/bin/orval.js', '--config', 'orval.json'],
  oazapfts: ['oazapfts/dist/cli.js', DESCRIPTION, 'oazapfts.ts'],
};

/** Without this a list is also the text that its CSV is. */
const JSON_ALONE = { contentType: { include: ['application/json'] } };
const ORVAL = {
  slipway: { input: DESCRIPTION, output: { target: 'orval.ts', client: 'fetch', override: JSON_ALONE } },
};

/** Generators that builders use make a client each; a program that uses it is compiled strictly, and run. */
describe('clients that are generated from the description', () => {
  let served: ServedMarket;
  let folder: string;

  beforeAll(async () => {
    served = await ServedMarket.start(37, (market) => market.open(2));
    await served.serveHead();
    // Below the project, so that generated code finds its packages; beside the build, so that git does not see it.
    folder = await mkdtemp(path.join(ROOT, 'dist/clients-'));
    await writeFile(path.join(folder, 'orval.json'), JSON.stringify(ORVAL));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
    await served.stop();
  });

  const node = async (script: string, ...args: readonly string[]): Promise<string> => {
    try {
      return (await promisify(execFile)(process.execPath, [script, ...args], { cwd: folder })).stdout;
    } catch (error) {
      // Compilers report mistakes on the standard output.
      throw new Error((error as { stdout: string }).stdout, { cause: error });
    }
  };

  it.each(Object.entries(GENERATORS))(
    '%s reads lists, words or null, an app, a quote and an error',
    async (name, [script, ...args]) => {
      const [first, second] = served.market.tokens as [string, string];
      await node(path.join(ROOT, 'node_modules', script!), ...args);
      await cp(path.join(PROGRAMS, `${name}.ts.template`), path.join(folder, `use-${name}.ts`));
      await node(path.join(ROOT, 'node_modules/typescript-7/bin/tsc'), ...COMPILER, `use-${name}.ts`);
      const printed = await node(
        path.join(folder, `out/use-${name}.js`),
        `${served.api.origin}/v1`,
        first,
        second,
      );
      const { body: app } = await served.get<AppDetailDto>(`/apps/${first}`);
      const { body: other } = await served.get<AppDetailDto>(`/apps/${second}`);
      const { body: quote } = await served.get<QuoteDto>(
        `/curves/${first}/quote?side=buy&amount=1000000000000000000`,
      );
      const { body: list } = await served.get<HolderListDto>(`/apps/${first}/holders`);
      expect(JSON.parse(printed)).toEqual({
        symbols: [app.symbol, other.symbol],
        sources: ['curve', 'curve'],
        labels: list.holders.map(({ label }) => label),
        name: app.name,
        amountOut: quote.amountOut,
        code: 'not_found',
      });
    },
  );
});

import { readFile, writeFile } from 'node:fs/promises';
import { loadSettings } from '@slipway/settings';
import { ApiModule } from './api.module.js';
import { describeApi, describeStream } from './create-api.js';
import { listInterface } from './openapi/agents/listed-interface.js';
import { PAGES_FOR_AGENTS } from './openapi/agents/pages-for-agents.js';

/** The committed descriptions, from the project's folder. */
const OPENAPI_PATH = 'apps/api/openapi.json';
const ASYNCAPI_PATH = 'apps/api/asyncapi.json';
const PAGES_FOLDER = 'apps/api/agents';

/** The descriptions as they are committed: for the default base URL, two spaces, a line feed at the end. */
async function renderDescriptions(): Promise<[path: string, text: string][]> {
  // No variables: the committed files must not depend on who writes them.
  const { publicBaseUrl } = loadSettings({});
  const openapi = await describeApi(ApiModule, publicBaseUrl);
  const listed = listInterface(openapi);
  const pages = Object.entries(PAGES_FOR_AGENTS).map(([name, describe]): [path: string, text: string] => [
    `${PAGES_FOLDER}/${name}`,
    describe(listed),
  ]);
  return [
    [OPENAPI_PATH, render(openapi)],
    [ASYNCAPI_PATH, render(await describeStream(ApiModule, publicBaseUrl))],
    ...pages,
  ];
}

function render(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** `write` brings the committed descriptions up to date; `check` fails when they are not. */
async function main(command: string | undefined): Promise<void> {
  for (const [path, rendered] of await renderDescriptions()) {
    if (command === 'write') await writeFile(path, rendered);
    else if (command !== 'check') throw new Error('say write or check');
    else if ((await readFile(path, 'utf8')) !== rendered)
      throw new Error(`${path} is not what the code says: npm run openapi:write`);
  }
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

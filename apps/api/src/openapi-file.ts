import { readFile, writeFile } from 'node:fs/promises';
import { loadSettings } from '@slipway/settings';
import { ApiModule } from './api.module.js';
import { describeApi } from './create-api.js';

/** The committed description, from the project's folder. */
const OPENAPI_PATH = 'apps/api/openapi.json';

/** The description as it is committed: for the default base URL, two spaces, a line feed at the end. */
async function renderDescription(): Promise<string> {
  // No variables: the committed file must not depend on who writes it.
  const document = await describeApi(ApiModule, loadSettings({}).publicBaseUrl);
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** `write` brings the committed description up to date; `check` fails when it is not. */
async function main(command: string | undefined): Promise<void> {
  const rendered = await renderDescription();
  if (command === 'write') {
    await writeFile(OPENAPI_PATH, rendered);
  } else if (command === 'check') {
    const committed = await readFile(OPENAPI_PATH, 'utf8');
    if (committed !== rendered)
      throw new Error(`${OPENAPI_PATH} is not what the code says: npm run openapi:write`);
  } else {
    throw new Error('say write or check');
  }
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

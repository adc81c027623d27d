import { readFile, writeFile } from 'node:fs/promises';
import { loadSettings } from '@slipway/settings';
import { AppModule } from './app.module.js';
import { describeApi } from './create-api.js';

/** Where the descriptions are committed, from the project's folder. */
const FOLDER = 'apps/api';

/** The descriptions as they are committed: for the default base URL, JSON by two spaces with a line feed at the end. */
async function renderDescriptions(): Promise<[path: string, text: string][]> {
  // No variables: the committed files must not depend on who writes them.
  const { publicBaseUrl } = loadSettings({});
  return [...(await describeApi(AppModule, publicBaseUrl))].map(([file, make]) => {
    const made = make();
    return [`${FOLDER}/${file}`, typeof made === 'string' ? made : `${JSON.stringify(made, null, 2)}\n`];
  });
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

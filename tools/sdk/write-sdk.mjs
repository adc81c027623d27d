import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderSdk } from './render-sdk.mjs';

/** Writes the generated files of the SDK: part of `npm run build`. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const folder = path.join(ROOT, 'libs/sdk/src/generated');
mkdirSync(folder, { recursive: true });
for (const [name, text] of await renderSdk(ROOT)) writeFileSync(path.join(folder, name), text);

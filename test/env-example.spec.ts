import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS } from '@slipway/settings';
import { renderEnvExample } from '../tools/env-example/render-env-example.js';

describe('.env.example', () => {
  it('is what `npm run env:write` makes of the settings', () => {
    expect(readFileSync(path.resolve(import.meta.dirname, '../.env.example'), 'utf8')).toBe(
      renderEnvExample(),
    );
  });

  it('has each variable once', () => {
    const names = Object.values(SETTINGS).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

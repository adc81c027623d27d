import type { z } from 'zod';
import { apiSettings } from './api-settings.js';
import { systemSettings } from './system-settings.js';

/** Every setting, by the property of {@link Settings} that holds its value. */
export const SETTINGS = { ...systemSettings, ...apiSettings };

type Values = { readonly [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> };

/** The settings of every program, for injection. `loadSettings` reads them; tests hand over their own. */
export class Settings extends (Object as unknown as new () => Values) {
  /** @param chosen the variables that were set, in themselves or by a file, rather than left to their defaults */
  constructor(
    values: Values,
    readonly chosen: ReadonlySet<string> = new Set(),
  ) {
    super();
    Object.assign(this, values);
    Object.freeze(this);
  }
}

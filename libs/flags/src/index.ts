export { FLAG_NAME } from './flag-name.js';
export { Flags } from './flags.js';
export { FlagsModule, type FlagSettings } from './flags.module.js';

export { FLAG_NAME } from './flag-name.js';
export { Flags } from './flags.js';
export { FlagsModule } from './flags.module.js';

export { FLAG_NAME, Flags } from './flags.js';
export { FlagsModule } from './flags.module.js';

export { Env } from './env.js';
export { childEnvironment, EnvError, loadEnv } from './load-env.js';
export { type RegisteredSetting, SETTINGS } from './setting.js';

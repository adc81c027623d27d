export { Env, NO_SIGNING_KEYS } from './env.js';
export { NO_REDIS, type TrustProxy } from './parsers.js';
export { childEnvironment, EnvError, loadEnv } from './load-env.js';
export { type RegisteredSetting, SETTINGS } from './setting.js';
export { logLevelsDownTo, type LogLevel } from './log-levels.js';

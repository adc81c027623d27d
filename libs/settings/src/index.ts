export type { TrustProxy } from './checks.js';
export { childEnvironment, loadSettings, SettingsError } from './load-settings.js';
export { logLevelsDownTo } from './log-levels.js';
export type { Setting } from './setting.js';
export { SettingsModule } from './settings.module.js';
export { SETTINGS, Settings } from './settings.js';

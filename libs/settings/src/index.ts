export type { TrustProxy } from './checks.js';
export { childEnvironment, loadSettings, SettingsError, SettingsModule } from './load-settings.js';
export type { Setting } from './setting.js';
export { SETTINGS, Settings } from './settings.js';

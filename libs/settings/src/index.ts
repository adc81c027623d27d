export { heartbeatOf, type TrustProxy } from './checks.js';
export {
  childEnvironment,
  loadSettings,
  type SettingName,
  SettingsError,
  SettingsModule,
} from './load-settings.js';
export { LOCAL_CHAIN_ID, isLocalNetwork } from './local-network.js';
export type { Setting } from './setting.js';
export { SETTINGS, Settings } from './settings.js';

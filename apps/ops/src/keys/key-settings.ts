import type { SigningKeySettings } from '#auth';

/** The settings that say where the signing keys are, for injection. */
export const KEY_SETTINGS = Symbol('key settings');

export type KeySettings = SigningKeySettings;

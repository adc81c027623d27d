import { SettingsError } from '@slipway/settings';
import type { LocalLaunchpad } from './local-launchpad.js';
import { rampLaunchpad } from './ramp-launchpad.js';
import { slipwayLaunchpad } from './slipway-launchpad.js';

/** The launchpads that the local network can have. */
const LAUNCHPADS = [slipwayLaunchpad, rampLaunchpad];

/** @param name what `PROTOCOL` says; @throws SettingsError when the local network has no such contracts */
export function findLocalLaunchpad(name: string): LocalLaunchpad {
  const found = LAUNCHPADS.find(({ protocol }) => protocol.name === name);
  if (found !== undefined) return found;
  const names = LAUNCHPADS.map(({ protocol }) => protocol.name).join(', ');
  throw new SettingsError([`PROTOCOL: the local chain has no contracts of ${name}, but of ${names}`]);
}

import type { Feature } from '@slipway/domain';

/** Which features operators have switched on. The app binds it to its flags. */
export abstract class FeatureSwitches {
  /** Never waits, never fails. */
  abstract isOn(feature: Feature): boolean;
}

/** How @nestjs/throttler begins the names of what `@Throttle` and `@SkipThrottle` set. */
const THROTTLE_METADATA = 'THROTTLER:';

/** Whether a route or its controller has `@Throttle` or `@SkipThrottle`. */
export function hasOwnThrottle(...targets: readonly object[]): boolean {
  return targets.some((target) =>
    (Reflect.getMetadataKeys(target) as unknown[]).some((key) => String(key).startsWith(THROTTLE_METADATA)),
  );
}

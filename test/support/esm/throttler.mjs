import throttler from '@nestjs/throttler';

/** What the sources and tests use of it; an ES module cannot name the exports of a CommonJS one by itself. */
export const {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  SkipThrottle,
  Throttle,
  ThrottlerGuard,
  ThrottlerModule,
  ThrottlerStorage,
} = throttler;

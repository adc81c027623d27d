const KNOWN = Symbol('slipway:known-to-cache');

/**
 * Declares a global guard, interceptor, pipe or filter that the response cache knows of: on public reads it does nothing,
 * or what the cache does itself. With any other one nothing is cached.
 */
export const KnownToCache = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(KNOWN, true, target);
};

export function isKnownToCache(type: object | null | undefined): boolean {
  return type !== null && type !== undefined && Reflect.hasMetadata(KNOWN, type);
}

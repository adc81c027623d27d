import { isIP } from 'node:net';

/** Endings that no public name has: the names of clusters, clouds and this machine. */
const PRIVATE_NAME = /\.(localhost|internal|svc|cluster\.local)$/;

/**
 * Whether a `Host` header names us as Prometheus does: by an address, a service's name, or one that operators chose. Another site's
 * name, made to lead here, would let its page in a browser read what is not for the public.
 */
export function isOwnName(host: string | undefined, names: readonly string[]): boolean {
  const [, bracketed, bare = ''] =
    /^(?:\[([\da-fA-F:.]{2,45})\]|([^:]{1,253}))(?::\d{1,5})?$/.exec(host ?? '') ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  const name = bare.toLowerCase();
  if (name === '') return false;
  return isIP(name) === 4 || !name.includes('.') || PRIVATE_NAME.test(name) || names.includes(name);
}

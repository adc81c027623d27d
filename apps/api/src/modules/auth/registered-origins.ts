import { parseUrl } from '@slipway/domain';
import type { Settings } from '@slipway/settings';
import type { SignInMessage } from './sign-in-message.js';

/** Sites that are registered without an operator's doing. */
export interface BuiltInOrigins {
  /** The API's own origin, from `PUBLIC_BASE_URL`: what a challenge is for when it names nothing else. */
  readonly own: string;
  has(origin: string): boolean;
}

/** Development servers of builders listen on any port of this machine. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

/** The API's own origin; outside production also every port of this machine's two names. */
export function builtInOrigins({
  nodeEnv,
  publicBaseUrl,
}: Pick<Settings, 'nodeEnv' | 'publicBaseUrl'>): BuiltInOrigins {
  const own = new URL(publicBaseUrl).origin;
  return { own, has: (origin) => origin === own || (nodeEnv !== 'production' && LOCAL.test(origin)) };
}

/** Names in other letters are registered, and sent by browsers, in Punycode: nothing else is parsed. */
const ASCII = /^[!-~]*$/;

/**
 * The origins of which one has to be registered for a message's `domain`. It is compared as text with what browsers
 * call `location.host`: user info, a written-out default port or a trailing dot make it another name.
 */
export function originsOfDomain({ scheme, domain }: Pick<SignInMessage, 'scheme' | 'domain'>): string[] {
  if (!ASCII.test(domain)) return [];
  return (scheme === null ? ['https', 'http'] : [scheme])
    .map((name) => `${name}://${domain.toLowerCase()}`)
    .filter((origin) => originOf(origin) === origin);
}

/** The origin of a `uri`; null when it is no http(s) URL, or carries credentials. */
export function originOfUri(uri: string): string | null {
  const url = parseUrl(uri);
  return url?.username === '' && url.password === '' ? originOf(uri) : null;
}

function originOf(text: string): string | null {
  const url = parseUrl(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : null;
}

import type { Settings } from '@slipway/settings';
import type { SignInMessage } from './sign-in-message.js';

/** Sites that are registered without an operator's doing. */
export interface BuiltInOrigins {
  /** The API's own origin, from `PUBLIC_BASE_URL`: what a challenge is for when it names nothing else. */
  readonly own: string;
  readonly all: ReadonlySet<string>;
}

/** The API's own origin; outside production also this machine's two names with the API's port. */
export function builtInOrigins({
  nodeEnv,
  publicBaseUrl,
  port,
}: Pick<Settings, 'nodeEnv' | 'publicBaseUrl' | 'port'>): BuiltInOrigins {
  const own = new URL(publicBaseUrl).origin;
  const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  return { own, all: new Set(nodeEnv === 'production' ? [own] : [own, ...local]) };
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
  if (!URL.canParse(uri)) return null;
  const { username, password } = new URL(uri);
  return username === '' && password === '' ? originOf(uri) : null;
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

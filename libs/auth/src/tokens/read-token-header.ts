/** No token of ours is longer than some 600 characters. */
const MAX_TOKEN_LENGTH = 2_048;

const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * The `kid` of a token whose header is exactly what this service writes: `alg` ES256, `typ` at+jwt (RFC 9068) and `kid`. Every
 * other member (`crit`, `jku`, `x5u`, `jwk`, ..) is refused. So nothing in a header can ask for another key or another reading.
 */
export function readTokenHeader(token: string): string | null {
  if (token.length > MAX_TOKEN_LENGTH || !COMPACT_JWS.test(token)) return null;
  const header = parse(token.slice(0, token.indexOf('.')));
  if (header === null || Object.keys(header).length !== 3) return null;
  const { alg, typ, kid } = header;
  return alg === 'ES256' && typ === 'at+jwt' && typeof kid === 'string' ? kid : null;
}

function parse(segment: string): Readonly<Record<string, unknown>> | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString());
    return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

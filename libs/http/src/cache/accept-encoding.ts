import Negotiator from 'negotiator';

/** Content codings we can respond with, best first where a client has no preference. */
const CODINGS = ['br', 'gzip', 'identity'];

export type ContentCoding = 'br' | 'gzip' | 'identity';

/** What the package's types do not know yet: which of equally welcome codings is best. */
interface EncodingNegotiator {
  encodings(available: string[], options?: { readonly preferred: string[] }): string[];
}

/** Clients send a handful of different values; parsing each once is enough. */
const known = new Map<string, ContentCoding>();
const MAX_KNOWN = 64;

/** Browsers send 30 characters; a longer header than this is not read. */
const MAX_LENGTH = 1_024;

/**
 * The coding an `Accept-Encoding` asks for (RFC 9110 12.5.3). Without the header, or when nothing we have is
 * acceptable, the bytes go out as they are.
 */
export function negotiateCoding(header: string | string[] | undefined): ContentCoding {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return 'identity';
  const found = known.get(header);
  if (found !== undefined) return found;
  const asked: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const [coding] = asked.encodings(CODINGS, { preferred: CODINGS });
  const chosen = coding === 'br' || coding === 'gzip' ? coding : 'identity';
  if (known.size < MAX_KNOWN) known.set(header, chosen);
  return chosen;
}

/** Content codings we can answer with, best first where a client has no preference. */
const CODINGS = ['br', 'gzip'] as const;

export type ContentCoding = (typeof CODINGS)[number] | 'identity';

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
  const coding = parse(header);
  if (known.size < MAX_KNOWN) known.set(header, coding);
  return coding;
}

function parse(header: string): ContentCoding {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const weight = Number(q);
    if (name !== '' && weight >= 0) weights.set(name, weight);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const best = CODINGS.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  // Identity is acceptable without being named; it wins only when a client prefers it in so many words.
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : 'identity';
}

import type { LaunchTexts } from '../protocol.js';

type Metadata = Pick<LaunchTexts, 'description' | 'imageUrl' | 'website'>;

/** A text of an event has no more; a URI that was cut there is no whole one. */
const MOST_LENGTH = 8_191;
const DATA = /^data:application\/json(?:;charset=utf-8)?(;base64)?,/i;

/**
 * What a token says of itself by `contractURI` (ERC-7572). Nothing is fetched: a `data:` URI is read, and of every other one, as of
 * `ipfs://`, the URI itself is the description. @param uri a stranger's
 */
export function readContractUri(uri: string): Metadata {
  const found = DATA.exec(uri);
  const read =
    found === null || uri.length > MOST_LENGTH ? null : readJson(uri.slice(found[0].length), found[1]);
  if (read === null) return { description: uri, imageUrl: '', website: '' };
  const text = (name: string): string => {
    const value = read[name];
    return typeof value === 'string' ? value : '';
  };
  return { description: text('description'), imageUrl: text('image'), website: text('external_link') };
}

/** The same as a URI, without what is empty. */
export function toContractUri({ description, imageUrl, website }: Metadata): string {
  const fields = { description, image: imageUrl, external_link: website };
  const said = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
  return `data:application/json,${encodeURIComponent(JSON.stringify(said))}`;
}

function readJson(body: string, base64: string | undefined): Readonly<Record<string, unknown>> | null {
  try {
    const text = base64 === undefined ? decodeURIComponent(body) : Buffer.from(body, 'base64').toString();
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // A stranger's text that is no JSON says nothing more than itself.
    return null;
  }
}

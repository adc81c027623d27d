import { isUri } from './uri-grammar.js';

/** A message is held in memory and hashed: 4 KB is many times what wallets and builders write. */
const MAX_MESSAGE_BYTES = 4_096;

const MAX_URI_LENGTH = 1_024;

/** The longest line but URIs and the statement: a scheme, a domain of 255 characters, and the words after it. */
const MAX_LINE_LENGTH = 320;

/** Of a message with every line that EIP-4361 knows, but resources. */
const MAX_LINES = 14;

/** Each is judged by itself, and wallets send few. */
const MAX_RESOURCES = 100;

const URI_LABEL = 'URI: ';

/** Stands for the URI that was judged already. */
export const FRAME_URI = 'https://uri';

/** Characters that RFC 3986 reserves, those that it does not, and blanks: EIP-4361's `statement`, which the grammar takes empty too. */
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]*$/;

interface SignInFrame {
  /** The message with another URI and statement, and without its resources. */
  readonly text: string;
  readonly uri: string;
}

/**
 * A message's frame, which a grammar may take its time for, and its URI. URI, statement and resources, which may be long, are
 * judged here, and so is every other line's length.
 *
 * @returns null for what cannot be a message
 */
export function takeFrame(text: string): SignInFrame | null {
  if (text.length > MAX_MESSAGE_BYTES || Buffer.byteLength(text) > MAX_MESSAGE_BYTES) return null;
  const lines = text.split('\n');
  // Without a statement the URI follows two empty lines.
  const uriAt = lines[4]?.startsWith(URI_LABEL) === true ? 4 : 5;
  const resourcesAt = lines.indexOf('Resources:', uriAt);
  const resources = resourcesAt === -1 ? [] : lines.slice(resourcesAt + 1);
  const frame = resourcesAt === -1 ? lines : lines.slice(0, resourcesAt);
  const uri = readUri(frame[uriAt] ?? '', URI_LABEL);
  if (uri === null || resources.length > MAX_RESOURCES) return null;
  if (!resources.every((line) => readUri(line, '- ') !== null)) return null;
  const framed = frame.with(uriAt, URI_LABEL + FRAME_URI);
  if (uriAt === 5) {
    if (!STATEMENT.test(frame[3] ?? '')) return null;
    framed[3] = 'statement';
  }
  const isLong = framed.length > MAX_LINES || framed.some(({ length }) => length > MAX_LINE_LENGTH);
  return isLong ? null : { text: framed.join('\n'), uri };
}

function readUri(line: string, label: string): string | null {
  if (!line.startsWith(label)) return null;
  const uri = line.slice(label.length);
  return uri.length <= (label === URI_LABEL ? MAX_URI_LENGTH : MAX_MESSAGE_BYTES) && isUri(uri) ? uri : null;
}

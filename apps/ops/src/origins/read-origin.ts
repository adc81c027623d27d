import { parseUrl } from '@slipway/domain';
import { OperatorError } from '../command-line/command-line.js';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A site given on the command line, as browsers write its origin: scheme and host, a port when it is not the
 * scheme's own. Plain http is for a developer's machine.
 */
export function readOrigin(text = ''): string {
  const url = parseUrl(text);
  if (url === null || !isOrigin(url)) {
    throw new OperatorError(
      `not an origin such as https://app.example.com: ${JSON.stringify(text.slice(0, 256))}`,
    );
  }
  if (url.protocol !== 'https:' && !LOCAL_HOSTS.has(url.hostname)) {
    throw new OperatorError('only https sites can be registered, but for localhost');
  }
  return url.origin;
}

function isOrigin({ protocol, href, origin, hostname }: URL): boolean {
  // A path, a query, a fragment or credentials would be more than an origin, and would be lost.
  return ['https:', 'http:'].includes(protocol) && href === `${origin}/` && !hostname.includes('*');
}

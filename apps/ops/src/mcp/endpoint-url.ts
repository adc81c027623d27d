import { parseUrl } from '@slipway/domain';
import { OperatorError } from '../command-line/command-line.js';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where an instance speaks the Model Context Protocol: beside its interface.
 *
 * @param baseUrl of the instance, such as `https://api.example.com/v1` or `https://api.example.com`
 * @param isTokenSent a token is sent in plain text to this machine only
 */
export function endpointUrl(baseUrl: string, isTokenSent: boolean): URL {
  const base = parseUrl(baseUrl);
  if (base === null || !isBase(base))
    throw new OperatorError(
      `not a base URL such as https://api.example.com/v1: ${JSON.stringify(baseUrl.slice(0, 256))}`,
    );
  if (isTokenSent && base.protocol !== 'https:' && !LOCAL_HOSTS.has(base.hostname))
    throw new OperatorError('MCP_TOKEN is sent by https only, but for localhost');
  return new URL('mcp', `${base.origin}${base.pathname.replace(/\/+$/, '') || '/'}`);
}

function isBase({ protocol, username, password, search, hash }: URL): boolean {
  return (
    ['https:', 'http:'].includes(protocol) && [username, password, search, hash].every((part) => part === '')
  );
}

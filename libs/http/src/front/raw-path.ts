import type { IncomingMessage } from 'node:http';

/** The whole path as sent, undecoded: Express cuts the prefix off `url` while a mounted router runs. */
export function rawPathOf(request: IncomingMessage & { readonly originalUrl?: string }): string {
  const url = request.originalUrl ?? request.url ?? '/';
  return url.split('?', 1)[0] ?? '/';
}

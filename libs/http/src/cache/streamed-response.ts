import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { negotiateCoding, type ContentCoding } from './accept-encoding.js';
import { entityTag, isKnownToClient } from './entity-tag.js';
import { setHeaders } from '../message/headers.js';
import { CACHE_HEADERS } from './cache-policy.js';

interface StreamedParts {
  /** Names the content, without quotes. */
  readonly tag: string;
  /** The content never changes under its tag. */
  readonly isImmutable: boolean;
}

const compressors: Record<ContentCoding, () => NodeJS.ReadWriteStream[]> = {
  identity: () => [],
  gzip: () => [createGzip()],
  br: () => [createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
};

/** A public JSON response that is too large to be held: it is written as its pieces come, and kept nowhere here. */
export class StreamedResponse {
  constructor(
    private readonly pieces: AsyncIterable<string>,
    private readonly parts: StreamedParts,
  ) {}

  /**
   * Writes the response: 304 when the client has it, no body for HEAD. What fails on the way ends the connection, so
   * that no client takes a part for the whole.
   */
  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const coding = negotiateCoding(request.headers['accept-encoding']);
    const etag = entityTag(this.parts.tag, coding);
    response.setHeader('ETag', etag);
    response.setHeader('Vary', 'Accept-Encoding');
    setHeaders(response, CACHE_HEADERS.block);
    if (this.parts.isImmutable)
      response.setHeader('Cache-Control', `${String(response.getHeader('Cache-Control'))}, immutable`);
    if (isKnownToClient(request, etag)) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
    response.writeHead(200);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline([Readable.from(this.pieces), ...compressors[coding](), response]).catch(
      (error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }
}

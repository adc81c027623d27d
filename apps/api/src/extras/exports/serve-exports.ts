import path from 'node:path';
import type { Stats } from 'node:fs';
import type { Request, Response } from 'express';
import send from 'send';
import { ApiError, type HttpAdapter } from '@slipway/http';

const MANIFEST = 'manifest.json';

/** What is published never changes; the manifest grows. */
const FOREVER = 'public, max-age=31536000, immutable';
const A_MINUTE = 'public, max-age=60, stale-if-error=300';

const SET = /^[a-z_]{1,32}$/;
const FILE = /^\d{10}-\d{10}[.](parquet|ndjson)$/;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.ndjson': 'application/x-ndjson; charset=utf-8',
  '.parquet': 'application/vnd.apache.parquet',
};

/** What `send` says of a failure. */
interface SendError extends Error {
  readonly status: number;
}

/** Serves the files of an export: with ranges, and only those whose names are of one. */
export function serveExports(adapter: HttpAdapter, folder: string): void {
  const root = path.resolve(folder);
  adapter.get(`/exports/${MANIFEST}`, (request: Request, response: Response) =>
    sendFile(request, response, { root, file: MANIFEST, caching: A_MINUTE }),
  );
  adapter.get('/exports/:set/:file', (request: Request, response: Response) => {
    const [set, file] = [String(request.params['set']), String(request.params['file'])];
    if (!SET.test(set) || !FILE.test(file)) throw new ApiError('not_found');
    return sendFile(request, response, { root, file: `${set}/${file}`, caching: FOREVER });
  });
}

interface SentFile {
  readonly root: string;
  /** Below the root. */
  readonly file: string;
  readonly caching: string;
}

/** Comes true when nothing is left to send. @throws ApiError when the file is not there, or not the range of it */
function sendFile(request: Request, response: Response, { root, file, caching }: SentFile): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0;
    // fetch of Node.js says `no-cache` beside a tag that its caller gives: it would get what it has again.
    delete request.headers['cache-control'];
    const sent = send(request, file, { root, index: false, cacheControl: false });
    sent.on('headers', (reply: Response, _path: string, stats: Stats) => {
      size = stats.size;
      reply.setHeader('Cache-Control', caching);
      reply.setHeader('Content-Type', CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream');
      // A strong one, so that a download can be resumed: a name has one content, the manifest's grows.
      reply.setHeader('ETag', `"${stats.size.toString(16)}-${Math.floor(stats.mtimeMs).toString(16)}"`);
    });
    sent.on('directory', () => {
      reject(new ApiError('not_found'));
    });
    sent.on('error', (error: SendError) => {
      for (const name of OF_THE_FILE) response.removeHeader(name);
      if (error.status === 416) reject(rangeError(size));
      else reject(error.status === 404 ? new ApiError('not_found') : error);
    });
    response.on('close', resolve);
    sent.pipe(response);
  });
}

/** What an error must not say of itself. */
const OF_THE_FILE = ['Accept-Ranges', 'Cache-Control', 'Content-Type', 'ETag', 'Last-Modified'];

const rangeError = (size: number): ApiError =>
  new ApiError('invalid_request', {
    status: 416,
    message: 'The range is not in the file.',
    headers: { 'Content-Range': `bytes */${size}` },
  });

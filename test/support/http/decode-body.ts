import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** @param coding as `Content-Encoding` says; null for none */
export function decodeBody(body: Buffer, coding: string | null): string {
  if (coding === 'gzip') return gunzipSync(body).toString();
  return (coding === 'br' ? brotliDecompressSync(body) : body).toString();
}

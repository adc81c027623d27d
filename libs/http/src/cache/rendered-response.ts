import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AsOfBlock } from '@slipway/domain';
import { DEFAULT_HEADERS, defaultHeadersOfPage } from '../message/headers.js';
import type { ContentCoding } from './accept-encoding.js';
import { JSON_TYPE } from './accept-csv.js';
import { CACHE_HEADERS, type CachePolicy } from './cache-policy.js';
import { entityTag, hashBytes } from './entity-tag.js';

const compressors: Record<Exclude<ContentCoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Below this a compressed response saves no packet. */
const MIN_COMPRESSED_BYTES = 1_024;

/** One content coding of a response, ready to be written: header lists are flat, and include the default headers. */
export interface Representation {
  readonly bytes: Buffer;
  /** Null where nothing may be kept, so that nothing needs revalidation. */
  readonly etag: string | null;
  readonly okHeaders: readonly string[];
  readonly notModifiedHeaders: readonly string[];
}

interface ResponseParts {
  readonly caching: CachePolicy;
  /** The block it is true at; null without chain data. */
  readonly asOf: AsOfBlock | null;
  /** A `Link` header that belongs to the body. */
  readonly link?: string | undefined;
  /** When the wall clock ends it, whatever the block. */
  readonly validUntil?: Date | undefined;
  /** Whether there is another form of it, which another `Accept` gets. */
  readonly isNegotiated?: boolean;
  /** For bytes that are no JSON: what they are, the policy that they need as files of a page, and what to save them as. */
  readonly page?: { readonly contentType: string; readonly policy?: string; readonly fileName?: string };
}

/** A successful response, serialised once; its compressed forms are made when first asked for. */
export class RenderedResponse {
  readonly asOf: AsOfBlock | null;
  private readonly identity: Representation;
  private readonly hash: string | null;
  private readonly compressed = new Map<ContentCoding, Representation | Promise<Representation>>();

  /** @param body sent as JSON; bytes are sent as they are */
  constructor(
    body: unknown,
    private readonly parts: ResponseParts,
  ) {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    this.asOf = parts.asOf;
    this.hash = parts.caching === 'private' ? null : hashBytes(bytes);
    this.identity = this.represent(bytes, 'identity');
  }

  /** Milliseconds since 1970 from which it is true no more, though its block stays. */
  get validUntilMs(): number {
    return this.parts.validUntil?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  /** Whether it is a page that other sites may frame. */
  get mayBeFramed(): boolean {
    return this.parts.page?.policy?.includes('frame-ancestors *') === true;
  }

  /** What the cache charges for: a compressed form larger than half is never kept, so two of them fit in twice. */
  get retainedBytes(): number {
    return this.identity.bytes.length * 2;
  }

  /** The representation for a coding; a promise only while that coding is being made. */
  in(coding: ContentCoding): Representation | Promise<Representation> {
    if (coding === 'identity' || this.hash === null || this.identity.bytes.length < MIN_COMPRESSED_BYTES) {
      return this.identity;
    }
    const found = this.compressed.get(coding);
    if (found !== undefined) return found;
    const making = this.compress(coding);
    this.compressed.set(coding, making);
    return making;
  }

  private async compress(coding: Exclude<ContentCoding, 'identity'>): Promise<Representation> {
    try {
      const bytes = await compressors[coding](this.identity.bytes);
      const worthIt = bytes.length * 2 <= this.identity.bytes.length;
      const made = worthIt ? this.represent(bytes, coding) : this.identity;
      this.compressed.set(coding, made);
      return made;
    } catch (error) {
      this.compressed.delete(coding);
      throw error;
    }
  }

  private represent(bytes: Buffer, coding: ContentCoding): Representation {
    const etag = this.hash === null ? null : entityTag(this.hash, coding);
    const { caching, page, isNegotiated = false } = this.parts;
    const defaults = page?.policy === undefined ? DEFAULT_HEADERS : defaultHeadersOfPage(page.policy);
    const notModifiedHeaders = [...defaults, ...CACHE_HEADERS[caching]];
    if (etag !== null) notModifiedHeaders.push('ETag', etag);
    const varies = [...(etag === null ? [] : ['Accept-Encoding']), ...(isNegotiated ? ['Accept'] : [])];
    if (varies.length > 0) notModifiedHeaders.push('Vary', varies.join(', '));
    if (this.parts.asOf !== null) {
      const { block, time } = this.parts.asOf;
      notModifiedHeaders.push('X-As-Of-Block', block.toString(), 'X-As-Of-Time', time.toISOString());
    }
    if (this.parts.link !== undefined) notModifiedHeaders.push('Link', this.parts.link);
    const okHeaders = [...notModifiedHeaders, 'Content-Type', page?.contentType ?? JSON_TYPE];
    if (page?.fileName !== undefined)
      okHeaders.push('Content-Disposition', `attachment; filename="${page.fileName}"`);
    if (coding !== 'identity') okHeaders.push('Content-Encoding', coding);
    okHeaders.push('Content-Length', String(bytes.length));
    return { bytes, etag, okHeaders, notModifiedHeaders };
  }
}

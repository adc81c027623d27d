import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.js';
import { KEY_ERRORS } from '../errors/error-registry.js';
import type { LimitClass } from '../operation/operation-metadata.js';

/** How keys are written: 32 random bytes in base64url, after a prefix by which scanners of secrets find them. */
const BUILDER_KEY = /^slw_[A-Za-z0-9_-]{43}$/;

/** A builder whose key operators have given out. */
export interface Builder {
  readonly name: string;
  /** Requests a minute, by class. */
  readonly limits: Readonly<Record<LimitClass, number>>;
  /** Sites whose pages may use the key; empty for any. */
  readonly origins: readonly string[];
  /** Whether one address may use the whole budget. */
  readonly isServer: boolean;
  readonly hasWebhooks: boolean;
}

/** The builders' keys that hold now. The app binds it to where operators keep them. Never waits: it only chooses a budget. */
export abstract class BuilderKeys {
  /** @param key of the form of {@link BUILDER_KEY}. @returns null for a key that no builder has */
  abstract find(key: string): Builder | null;

  /**
   * The builder of a request's `X-Api-Key`; null without one.
   *
   * @throws ApiError 401 for a key that no builder has, 403 for a page that the key is not for
   */
  ofRequest({ headers }: IncomingMessage): Builder | null {
    const key = headers['x-api-key'];
    if (key === undefined) return null;
    const builder = typeof key === 'string' && BUILDER_KEY.test(key) ? this.find(key) : null;
    if (builder === null)
      throw new ApiError('unauthorized', {
        message: KEY_ERRORS.unauthorized,
        details: { reason: 'unknown_key' },
      });
    const { origin } = headers;
    if (origin !== undefined && builder.origins.length > 0 && !builder.origins.includes(origin))
      throw new ApiError('forbidden', {
        message: KEY_ERRORS.forbidden,
        details: { reason: 'origin_not_allowed' },
      });
    return builder;
  }
}

import { ApiError } from '@slipway/http';

const RETRY_AFTER_SECONDS = 2;

/** More pictures are asked for than are drawn, or this one could not be drawn in its time. */
export class PicturesBusyError extends ApiError {
  constructor(cause?: unknown) {
    super('service_unavailable', {
      message: 'Pictures are drawn for others right now; try again shortly.',
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      ...(cause !== undefined && { cause }),
    });
  }
}

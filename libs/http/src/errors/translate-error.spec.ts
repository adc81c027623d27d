import { HttpException, NotFoundException } from '@nestjs/common';
import { ApiError } from './api-error.js';
import { translateError } from './translate-error.js';

const surroundings = {
  isOutage: (error: unknown) => error instanceof Error && error.message === 'outage',
  missMessage: 'Cannot GET /nope',
  allowedMethods: () => [] as string[],
};

describe('translateError', () => {
  it('passes our own errors on', () => {
    const error = new ApiError('stale_root');
    expect(translateError(error, surroundings)).toBe(error);
  });

  it('calls a miss of the router a 404, or a 405 where other methods are taken', () => {
    const miss = new NotFoundException('Cannot GET /nope');
    expect(translateError(miss, surroundings).code).toBe('not_found');
    const known = { ...surroundings, allowedMethods: () => ['GET', 'HEAD'] };
    const { code, headers } = translateError(miss, known);
    expect([code, headers]).toEqual(['method_not_allowed', { Allow: 'GET, HEAD' }]);
  });

  it("keeps status and words of a handler's exception", () => {
    expect(translateError(new NotFoundException('No such app.'), surroundings)).toMatchObject({
      code: 'not_found',
      httpStatus: 404,
      message: 'No such app.',
    });
    expect(translateError(new HttpException('Tea only.', 418), surroundings)).toMatchObject({
      code: 'invalid_request',
      httpStatus: 418,
      message: 'Tea only.',
    });
    expect(translateError(new HttpException('SELECT 1', 500), surroundings).message).not.toContain('SELECT');
  });

  it('tells no words of a framework part', () => {
    const error = Object.assign(new URIError("Failed to decode param '%'"), { status: 400 });
    const { code, details } = translateError(error, surroundings);
    expect(code).toBe('invalid_request');
    expect(details.issues).toEqual([{ path: 'request', message: 'is not valid' }]);
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [409, 'conflict'],
    [410, 'gone'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
    [422, 'unprocessable'],
    [429, 'rate_limited'],
  ])('takes the %d of a framework part for %s', (status, code) => {
    const expected = { code, httpStatus: status };
    expect(translateError(new HttpException('words', status), surroundings)).toMatchObject(expected);
    expect(translateError(Object.assign(new Error(), { status }), surroundings)).toMatchObject(expected);
  });

  it.each([new Error('bug'), new TypeError(), 'text', null, undefined, { status: 404 }])(
    'takes %p for an internal error, and says nothing of it',
    (error) => {
      const { code, message, details } = translateError(error, surroundings);
      expect([code, message, details]).toEqual(['internal_error', 'Something went wrong on our side.', {}]);
    },
  );

  it('takes an outage for service_unavailable', () => {
    expect(translateError(new Error('outage'), surroundings).code).toBe('service_unavailable');
  });
});

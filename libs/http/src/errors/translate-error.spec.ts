import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import { ApiError } from './api-error.js';
import { translateError } from './translate-error.js';

const surroundings = {
  isOutage: (error: unknown) => error instanceof Error && error.message === 'outage',
  allowedMethods: () => [] as string[],
};

describe('translateError', () => {
  it('passes our own errors on', () => {
    const error = new ApiError('stale_root');
    expect(translateError(error, surroundings)).toBe(error);
  });

  it('calls a miss of the router a 404, or a 405 where other methods are answered', () => {
    expect(translateError(new NotFoundException(), surroundings).code).toBe('not_found');
    const known = { ...surroundings, allowedMethods: () => ['GET', 'HEAD'] };
    const { code, headers } = translateError(new NotFoundException(), known);
    expect([code, headers]).toEqual(['method_not_allowed', { Allow: 'GET, HEAD' }]);
  });

  it('tells no words of a framework part', () => {
    const { code, details } = translateError(new BadRequestException('its own words'), surroundings);
    expect(code).toBe('invalid_request');
    expect(details.issues).toEqual([{ path: 'request', message: 'is not valid' }]);
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
    [429, 'rate_limited'],
  ])('takes the %d of a framework part for %s', (status, code) => {
    expect(translateError(new HttpException('its own words', status), surroundings).code).toBe(code);
    expect(translateError(Object.assign(new Error(), { status }), surroundings).code).toBe(code);
  });

  it.each([
    new Error('bug'),
    new HttpException('x', 502),
    new TypeError(),
    'text',
    null,
    undefined,
    { status: 404 },
  ])('takes %p for an internal error, and says nothing of it', (error) => {
    const { code, message, details } = translateError(error, surroundings);
    expect([code, message, details]).toEqual(['internal_error', 'Something went wrong on our side.', {}]);
  });

  it('takes an outage for service_unavailable', () => {
    expect(translateError(new Error('outage'), surroundings).code).toBe('service_unavailable');
  });
});

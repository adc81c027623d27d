import { ApiError } from './api-error.js';
import { CursorError, InvalidRequestError } from './invalid-request.error.js';

describe('ApiError', () => {
  it('has the status and the words of its code', () => {
    const { httpStatus, message, details } = new ApiError('not_found');
    expect([httpStatus, message, details]).toEqual([404, 'There is nothing here.', {}]);
  });

  it.each(['unauthorized', 'siwe_rejected'] as const)('challenges on %s', (code) => {
    expect(new ApiError(code).headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
  });
});

describe('InvalidRequestError', () => {
  it('names at most 20 issues, with names of at most 64 characters', () => {
    const issues = Array.from({ length: 30 }, () => ({ path: '💥'.repeat(100), message: 'x' }));
    const named = new InvalidRequestError(issues).details.issues as { path: string }[];
    expect(named).toHaveLength(20);
    expect(named[0]?.path).toBe('💥'.repeat(64));
  });
});

describe('CursorError', () => {
  it.each(['cursor_expired', 'cursor_invalid'] as const)(
    'gives %s as the reason, and names the cursor',
    (reason) => {
      const { details } = new CursorError(reason);
      expect(details).toMatchObject({ reason, issues: [{ path: 'cursor' }] });
    },
  );
});

import { isConnectionLost, isRecoveryConflict, isUnreachable } from './standby-errors.js';

function withCode(code: string, message = 'x'): Error {
  return Object.assign(new Error(message), { code });
}

const CONFLICT = 'canceling statement due to conflict with recovery';

describe('isConnectionLost and isUnreachable', () => {
  it.each([withCode('57P01'), withCode('ECONNRESET'), new Error('Connection terminated unexpectedly')])(
    'tell a lost connection: %p',
    (error) => {
      expect([isConnectionLost(error), isUnreachable(error)]).toEqual([true, false]);
    },
  );

  it.each([
    withCode('57P03'),
    withCode('3D000'),
    withCode('28P01'),
    withCode('ECONNREFUSED'),
    new AggregateError([withCode('ECONNREFUSED')]),
  ])('tell a server that cannot be reached: %p', (error) => {
    expect([isConnectionLost(error), isUnreachable(error)]).toEqual([false, true]);
  });

  it.each([
    withCode('57014', 'canceling statement due to statement timeout'),
    withCode('25006', 'cannot execute INSERT in a read-only transaction'),
    new Error('Query read timeout'),
    new Error('timeout exceeded when trying to connect'),
    withCode('53300'),
    null,
  ])('take %p for something else', (error) => {
    expect([isConnectionLost(error), isUnreachable(error)]).toEqual([false, false]);
  });
});

describe('isRecoveryConflict', () => {
  it.each([withCode('40001', CONFLICT), withCode('57014', CONFLICT), withCode('40P01', CONFLICT)])(
    'knows %p',
    (error) => {
      expect(isRecoveryConflict(error)).toBe(true);
    },
  );

  it.each([
    withCode('57014', 'canceling statement due to statement timeout'),
    withCode('40P01', 'deadlock detected'),
    withCode('57P01', CONFLICT),
    new Error(CONFLICT),
  ])('takes %p for something else', (error) => {
    expect(isRecoveryConflict(error)).toBe(false);
  });
});

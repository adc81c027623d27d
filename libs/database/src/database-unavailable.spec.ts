import { isDatabaseUnavailable } from './database-unavailable.js';
import { rethrowFromRead } from './write-among-reads.error.js';

function withCode(code: string): Error {
  return Object.assign(new Error('x'), { code });
}

describe('isDatabaseUnavailable', () => {
  it.each([
    '57P01',
    '57P03',
    '3D000',
    'P1003',
    '57014',
    '53300',
    '08006',
    '55P03',
    '25006',
    '28P01',
    'ECONNREFUSED',
    'ECONNRESET',
    'P1000',
    'P1001',
    'P2024',
  ])('takes %s for an outage', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  });

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
    'takes "%s" for an outage',
    (message) => {
      expect(isDatabaseUnavailable(new Error(message))).toBe(true);
    },
  );

  it('looks into causes and groups', () => {
    expect(isDatabaseUnavailable(new Error('x', { cause: withCode('ECONNREFUSED') }))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
  });

  it("looks into the driver's error that Prisma passes on", () => {
    const passedOn = (cause: Readonly<Record<string, string>>): Error =>
      Object.assign(withCode('P2010'), { meta: { driverAdapterError: { cause } } });
    expect(isDatabaseUnavailable(passedOn({ originalCode: '57P01' }))).toBe(true);
    expect(isDatabaseUnavailable(passedOn({ kind: 'DatabaseNotReachable' }))).toBe(true);
    expect(isDatabaseUnavailable(passedOn({ originalCode: '42501', kind: 'postgres' }))).toBe(false);
  });

  it('takes a write that was run as a read for a fault of ours', () => {
    const told = (error: Error): unknown => {
      try {
        return rethrowFromRead(error);
      } catch (thrown) {
        return thrown;
      }
    };
    const refused = told(withCode('25006'));
    expect(refused).toMatchObject({ code: '25006', name: 'Error' });
    expect(isDatabaseUnavailable(refused)).toBe(false);
    expect(isDatabaseUnavailable(new Error('x', { cause: refused }))).toBe(false);
    expect(isDatabaseUnavailable(told(withCode('57P01')))).toBe(true);
  });

  it.each([withCode('P2002'), withCode('42501'), withCode('23505'), new Error('no'), 'ECONNREFUSED', null])(
    'takes %p for a fault of ours',
    (error) => {
      expect(isDatabaseUnavailable(error)).toBe(false);
    },
  );
});

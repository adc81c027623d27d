import { SlipwayError } from '@slipway/sdk';
import { momentFailure, toMoment, utcText } from './moment.js';

describe('a moment', () => {
  it('that was typed is local time, and asked for as UTC', () => {
    const local = '2026-11-21T09:30:15';
    expect(toMoment(local)).toBe(new Date(2026, 10, 21, 9, 30, 15).toISOString());
    expect([toMoment(''), toMoment('2026-13-45T00:00')]).toEqual([null, null]);
    expect(utcText('2026-11-21T08:30:00.000Z')).toBe('2026-11-21 08:30:00 UTC');
  });

  it('that is to come is told so, with the newest one', () => {
    const message = 'must not be after 2026-11-21T08:30:00.000Z, the newest block';
    const error = new SlipwayError('invalid_request', 'no', {
      details: { issues: [{ path: 'at', message }] },
    });
    expect(momentFailure(error)).toBe(
      'That moment is still to come: the newest block is of 2026-11-21 08:30:00 UTC.',
    );
  });

  it('that nobody knows the time of is told so; other failures are not the moment’s', () => {
    expect(momentFailure(new SlipwayError('upstream_unavailable', 'no'))).toContain('Try again later');
    expect(momentFailure(new SlipwayError('invalid_request', 'other'))).toBeNull();
    expect(momentFailure(new SlipwayError('network_error', 'no'))).toBeNull();
  });
});

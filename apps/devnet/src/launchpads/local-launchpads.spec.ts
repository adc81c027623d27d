import { findLocalLaunchpad } from './local-launchpads.js';

describe('findLocalLaunchpad', () => {
  it.each(['slipway', 'ramp'])('knows %s', (name) => {
    expect(findLocalLaunchpad(name).protocol.name).toBe(name);
  });

  it('says which there are, of a protocol that the local network has no contracts of', () => {
    expect(() => findLocalLaunchpad('other')).toThrow(
      'PROTOCOL: the local chain has no contracts of other, but of slipway, ramp',
    );
  });
});

import { cpuOf } from '../../../../test/support/cpu-of.js';
import { decodableTarget } from './request-target.js';

describe('decodableTarget', () => {
  it.each([
    ['/v1/apps', '/v1/apps'],
    ['/v1/apps/%41?q=%ZZ', '/v1/apps/%41?q=%ZZ'],
    ['/v1/apps/%ZZ', '/v1/apps/%25ZZ'],
    ['/v1/%41/%FF/%41?q=1', '/v1/%41/%25FF/%41?q=1'],
    ['/%E0%A4%A/x%', '/%25E0%25A4%25A/x%25'],
  ])('makes of %s %s', (target, expected) => {
    expect(decodableTarget(target)).toBe(expected);
  });

  it('takes little of the CPU for 7,500 segments that cannot be decoded', () => {
    expect(cpuOf(() => decodableTarget('/%'.repeat(7_500)))).toBeLessThan(20);
  });
});

import { isOwnName } from './is-own-name.js';

describe('the Host of a scrape', () => {
  it.each([
    ...['127.0.0.1:9464', '10.1.2.3:9464', '[::1]:9464', '[fd00::7]', 'localhost:9464', 'api:9464', 'API'],
    ...['api.slipway.svc:9464', 'api.slipway.svc.cluster.local', 'ip-10-1-2-3.ec2.internal:9464'],
    'metrics.example.com:9464',
  ])('%s is ours', (host) => {
    expect(isOwnName(host, ['metrics.example.com'])).toBe(true);
  });

  it.each([
    ...[
      'evil.example',
      'evil.example:9464',
      '127.0.0.1.evil.example:9464',
      'localhost.evil.example',
      'evil.local',
    ],
    ...['', ':9464', '[evil.example]', '127.0.0.1:9464:1', 'x.metrics.example.com', undefined],
  ])('%s is not', (host) => {
    expect(isOwnName(host, ['metrics.example.com'])).toBe(false);
  });
});

import { checkReceiverUrl, mayConnect } from './receiver-url.js';

const PUBLIC = { allowsLoopback: false };
const LOCAL = { allowsLoopback: true };

describe('the URL of a receiver', () => {
  it.each([
    'https://hooks.example.com/slipway?tenant=1',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com:443/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
  ])('may be %s', (url) => {
    expect([checkReceiverUrl(url, PUBLIC), checkReceiverUrl(url, LOCAL)]).toEqual([null, null]);
  });

  it.each([
    ['must be an absolute URL', '', '/hook', 'hooks.example.com', 'https://', 'https://a b/'],
    [
      'must be https',
      'http://hooks.example.com/',
      'ftp://hooks.example.com/',
      'file:///etc/passwd',
      'data:,x',
    ],
    ['must be on port 443 or 8443', 'https://hooks.example.com:80/', 'https://hooks.example.com:6379/'],
    ['must be without a user name and a password', 'https://u:p@hooks.example.com/', 'https://u@1.1.1.1/'],
    ['must be without a fragment', 'https://hooks.example.com/#a'],
    [
      'must name a public host',
      ...[
        'https://localhost/',
        'https://127.0.0.1/',
        'https://2130706433/',
        'https://0x7f.1/',
        'https://0177.0.0.1/',
      ],
      ...[
        'https://[::1]/',
        'https://[::ffff:169.254.169.254]/',
        'https://[fe80::1]/',
        'https://169.254.169.254/',
      ],
      ...[
        'https://a.localhost/',
        'https://db.internal/',
        'https://printer.local/',
        'https://intranet/',
        'https://①②⑦.0.0.1/',
      ],
      ...['https://db.internal./', 'https://1.0.168.192.in-addr.arpa/'],
    ],
    ['must be at most 2048 characters', `https://hooks.example.com/${'a'.repeat(2_048)}`],
  ])('%s', (mistake, ...urls) => {
    for (const url of urls) expect([url, checkReceiverUrl(url, PUBLIC)]).toEqual([url, mistake]);
  });

  it('may be on this machine where the network is', () => {
    for (const url of [
      'http://localhost:3999/a',
      'http://127.0.0.1:1/',
      'https://[::1]:9/',
      'http://127.1:80/',
    ])
      expect(checkReceiverUrl(url, LOCAL)).toBeNull();
    for (const url of ['http://10.0.0.1/', 'http://hooks.example.com/', 'https://hooks.example.com:81/'])
      expect(checkReceiverUrl(url, LOCAL)).not.toBeNull();
  });

  it('leads to no address when one of them is not public', () => {
    const url = new URL('https://hooks.example.com/');
    expect(mayConnect(url, ['1.1.1.1', '2606:4700:4700::1111'], PUBLIC)).toBe(true);
    expect(mayConnect(url, ['1.1.1.1', '10.0.0.1'], PUBLIC)).toBe(false);
    expect(mayConnect(url, ['1.1.1.1', '127.0.0.1'], PUBLIC)).toBe(false);
    expect(mayConnect(url, [], LOCAL)).toBe(false);
    expect(mayConnect(new URL('http://hooks.example.com:81/'), ['1.1.1.1'], LOCAL)).toBe(false);
    expect(mayConnect(new URL('http://hooks.example.com:81/'), ['127.0.0.1'], LOCAL)).toBe(true);
    expect(mayConnect(new URL('http://hooks.example.com:81/'), ['127.0.0.1', '10.0.0.1'], LOCAL)).toBe(false);
  });
});

import { builtInOrigins, originOfUri, originsOfDomain } from './registered-origins.js';

describe('builtInOrigins', () => {
  const settings = { publicBaseUrl: 'https://api.example.com/v1', port: 3000 };

  it('has this machine with our port outside production', () => {
    const { own, all } = builtInOrigins({ ...settings, nodeEnv: 'development' });
    expect(own).toBe('https://api.example.com');
    expect([...all]).toEqual([own, 'http://localhost:3000', 'http://127.0.0.1:3000']);
  });

  it('has the own origin alone in production', () => {
    expect([...builtInOrigins({ ...settings, nodeEnv: 'production' }).all]).toEqual([
      'https://api.example.com',
    ]);
  });
});

describe('originsOfDomain', () => {
  it.each([
    ['app.example.com', null, ['https://app.example.com', 'http://app.example.com']],
    ['App.Example.com', 'https', ['https://app.example.com']],
    ['localhost:3000', null, ['https://localhost:3000', 'http://localhost:3000']],
    ['[::1]:3000', 'http', ['http://[::1]:3000']],
    ['app.example.com:443', 'https', []],
    ['app.example.com', 'ftp', []],
    ['user@app.example.com', null, []],
    ['app.example.com/path', null, []],
    ['app.example.com?x', null, []],
    ['0x7f.1', null, []],
    ['', null, []],
    [' app.example.com', null, []],
  ])('of %j with scheme %p are %j', (domain, scheme, origins) => {
    expect(originsOfDomain({ domain, scheme })).toEqual(origins);
  });
});

describe('originOfUri', () => {
  it.each([
    ['https://app.example.com/a?b#c', 'https://app.example.com'],
    ['HTTPS://APP.example.com', 'https://app.example.com'],
    ['https://app.example.com:443/', 'https://app.example.com'],
    ['https://user@app.example.com', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['/path', null],
  ])('of %j is %j', (uri, origin) => {
    expect(originOfUri(uri)).toBe(origin);
  });
});

import { builtInOrigins, originOfUri, originsOfDomain } from './registered-origins.js';

describe('builtInOrigins', () => {
  const publicBaseUrl = 'https://api.example.com/v1';
  const own = 'https://api.example.com';
  const local = [
    'http://localhost',
    'http://localhost:3000',
    'http://localhost:65535',
    'http://127.0.0.1:5173',
  ];
  const foreign = [
    'https://localhost:3000',
    'http://a.localhost',
    'http://127.0.0.1.evil.com',
    'http://localhost:3000/',
  ];

  it('has every port of this machine outside production', () => {
    const origins = builtInOrigins({ publicBaseUrl, nodeEnv: 'development' });
    expect(origins.own).toBe(own);
    expect([own, ...local, ...foreign].filter((origin) => origins.has(origin))).toEqual([own, ...local]);
  });

  it('has the own origin alone in production', () => {
    const origins = builtInOrigins({ publicBaseUrl, nodeEnv: 'production' });
    expect([own, ...local, ...foreign].filter((origin) => origins.has(origin))).toEqual([own]);
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

import { loadSettings } from '@slipway/settings';
import { apiOrigin, clientBaseUrl, pageOrigins, welcome } from './local-origins.js';

describe('the address of the local API', () => {
  it.each([
    [undefined, 'http://127.0.0.1:3000', 'http://localhost:3000/v1'],
    ['0.0.0.0', 'http://127.0.0.1:3000', 'http://localhost:3000/v1'],
    ['::', 'http://127.0.0.1:3000', 'http://localhost:3000/v1'],
    ['::1', 'http://[::1]:3000', 'http://localhost:3000/v1'],
    ['192.0.2.7', 'http://192.0.2.7:3000', 'http://192.0.2.7:3000/v1'],
    ['2001:db8::7', 'http://[2001:db8::7]:3000', 'http://[2001:db8::7]:3000/v1'],
  ])('is with HOST=%s %s for us and %s for clients', (host, origin, base) => {
    const env = loadSettings({ HOST: host });
    expect([apiOrigin(env), clientBaseUrl(env)]).toEqual([origin, base]);
    expect(welcome(env)).toContain(`API           ${base}\n`);
  });

  it('is where the market page may be opened', () => {
    expect(pageOrigins(loadSettings({}))).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000']);
    const env = loadSettings({ PORT: '3001', PUBLIC_BASE_URL: 'https://api.example.com/v1' });
    expect(pageOrigins(env)).toEqual([
      'https://api.example.com',
      'http://localhost:3001',
      'http://127.0.0.1:3001',
    ]);
  });

  it('is what PUBLIC_BASE_URL says', () => {
    const env = loadSettings({ HOST: '192.0.2.7', PUBLIC_BASE_URL: 'https://api.example.com/v1' });
    expect(clientBaseUrl(env)).toBe('https://api.example.com/v1');
  });
});

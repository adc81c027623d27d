import { OperatorError } from '../command-line/command-line.js';
import { endpointUrl } from './endpoint-url.js';

describe('endpointUrl', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/mcp'],
    ['https://api.example.com/v1/', 'https://api.example.com/mcp'],
    ['https://api.example.com', 'https://api.example.com/mcp'],
    ['https://example.com/slipway/v1', 'https://example.com/slipway/mcp'],
    ['https://api.example.com/mcp', 'https://api.example.com/mcp'],
    ['http://[::1]:3000/v1', 'http://[::1]:3000/mcp'],
  ])('finds beside %s %s', (base, endpoint) => {
    expect(endpointUrl(base, true).href).toBe(endpoint);
  });

  it.each([
    '',
    'api.example.com',
    'ftp://api.example.com',
    'file:///etc/passwd',
    'https://user:secret@api.example.com/v1',
    'https://api.example.com/v1?key=1',
    'https://api.example.com/v1#part',
  ])('refuses %j', (base) => {
    expect(() => endpointUrl(base, false)).toThrow(OperatorError);
  });

  it('sends no token in plain text over a network', () => {
    expect(endpointUrl('http://api.example.com/v1', false).href).toBe('http://api.example.com/mcp');
    expect(() => endpointUrl('http://api.example.com/v1', true)).toThrow('https only');
  });
});

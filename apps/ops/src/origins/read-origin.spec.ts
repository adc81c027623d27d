import { OperatorError } from '../command-line/command-line.js';
import { readOrigin } from './read-origin.js';

describe('readOrigin', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://App.Example.com/', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['https://app.example.com:8443', 'https://app.example.com:8443'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ])('reads %s as browsers write it', (text, origin) => {
    expect(readOrigin(text)).toBe(origin);
  });

  it.each([
    undefined,
    'app.example.com',
    'https://app.example.com/path',
    'https://app.example.com?x',
    'https://user@app.example.com',
    'https://*.example.com',
    'ftp://app.example.com',
    'null',
    'http://app.example.com',
    'http://localhost.example.com',
  ])('refuses %j', (text) => {
    expect(() => readOrigin(text)).toThrow(OperatorError);
  });
});

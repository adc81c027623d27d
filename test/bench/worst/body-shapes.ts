import { BODY_ROOM, DEAR_TEXTS, fill } from '../../support/dear-texts.js';
import { HEAD_ROOM, type Shape } from './shape.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

const post = (what: string, target: string, body: unknown, more: Partial<Shape> = {}): Shape => ({
  what,
  method: 'POST',
  target,
  headers: JSON_TYPE,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
});

const CREATOR = `0x${'1'.repeat(40)}`;
const FIELDS = { symbol: 'FRESH', description: 'd', imageUrl: 'https://example.com/i.png', creator: CREATOR };

function preflightShapes(): Shape[] {
  const ask = (what: string, body: unknown): Shape =>
    post(what, '/v1/preflight/launch', body, { reads: false });
  return [
    ...DEAR_TEXTS.map(([what, name]) => ask(`a name of ${what}`, { ...FIELDS, name })),
    ...DEAR_TEXTS.slice(0, 6).map(([what, text]) =>
      ask(`128 bytes of ${what} for a name`, { ...FIELDS, name: clipBytes(text, 128) }),
    ),
    ...DEAR_TEXTS.slice(0, 4).map(([what, symbol]) =>
      ask(`a symbol of ${what}`, { ...FIELDS, name: 'a', symbol }),
    ),
    ...DEAR_TEXTS.slice(0, 4).map(([what, text]) =>
      ask(`a description of ${what}`, { ...FIELDS, description: text }),
    ),
    ask('a host of marks', { ...FIELDS, imageUrl: `https://${fill('\u0301\u0316', BODY_ROOM / 2)}.com` }),
    ask('a host of labels', { ...FIELDS, imageUrl: `https://${fill('a.', BODY_ROOM)}com` }),
    ask('a host of punycode', { ...FIELDS, imageUrl: `https://${fill('xn--a.', 900)}com` }),
    ask('a path of dots', { ...FIELDS, imageUrl: `https://a.com${fill('/..', BODY_ROOM)}` }),
    ask('a website of @', { ...FIELDS, website: `https://${fill('@', BODY_ROOM)}a.com` }),
    ask('4,000 unknown fields', names(4_000)),
    ask('an unknown field of 32 KB', { [fill('\u0301\u0316', BODY_ROOM / 2)]: 1 }),
    ask('a creator of 32 KB', { ...FIELDS, creator: fill('0x', BODY_ROOM) }),
  ];
}

function tradeShapes(): Shape[] {
  const ask = (what: string, more: object): Shape =>
    post(what, '/v1/trades/payload', {
      ...{ tokenAddress: CREATOR, trader: CREATOR, side: 'buy', amount: '1000000', ...more },
    });
  return [
    ask('a minimum of 32 KB of digits', { minOut: fill('1', BODY_ROOM / 2) }),
    ask('a minimum of 78 digits of a token that no app has', { minOut: '9'.repeat(77) }),
    ask('a minimum of marks', { minOut: fill('\u0301\u0316', BODY_ROOM / 4) }),
    ask('a minimum in arrays', { minOut: Array(500).fill('1') }),
    ask('a minimum and a slippage', { minOut: '1', slippageBps: 1 }),
    ask('a slippage of 300 digits', { slippageBps: 10 ** 300 }),
  ];
}

function otherBodies(): Shape[] {
  return [
    ...tradeShapes(),
    ...['/v1/auth/challenge', '/v1/auth/token', '/v1/preflight/launch'].flatMap((target) => [
      post('4,000 unknown keys', target, names(4_000)),
      post('an array of 16,000', target, `[${fill('1,', BODY_ROOM)}1]`),
      post('16,000 in a field', target, `{"address":[${fill('1,', BODY_ROOM)}1],"message":[]}`),
      post('objects in a row', target, `{"a":[${fill('{},', BODY_ROOM - 20)}1]}`),
      post('depth of 32', target, `{"a":${fill('[', 31)}${fill(']', 31)}}`),
      post('depth of 16,000', target, fill('[', BODY_ROOM)),
      post('blanks', target, fill(' ', BODY_ROOM)),
      post('backslashes', target, `"${fill('\\', BODY_ROOM)}`),
      post('NUL in 2,600 texts', target, `{"a":[${fill('"\\u0000",', BODY_ROOM)}1]}`),
    ]),
    post('an address of 32 KB', '/v1/auth/challenge', { address: `0x${fill('a', BODY_ROOM)}` }),
    post('a domain of marks', '/v1/auth/challenge', {
      address: CREATOR,
      domain: fill('\u0301\u0316', BODY_ROOM / 2),
    }),
    post('255 marks for a domain', '/v1/auth/challenge', {
      address: CREATOR,
      domain: fill('\u0301\u0316', 255),
    }),
    post('1,024 marks for a host', '/v1/auth/challenge', {
      address: CREATOR,
      uri: `https://${fill('\u0301\u0316', 1_000)}`,
    }),
    post('1,000 labels for a host', '/v1/auth/challenge', {
      address: CREATOR,
      uri: `https://${fill('xn--a.', 1_000)}a`,
    }),
    post('a path of slashes', '/v1/auth/challenge', {
      address: CREATOR,
      uri: `http://localhost:3000${fill('/', 1_000)}`,
    }),
  ];
}

/** Types of content, which are read with a pattern. */
function typeShapes(): Shape[] {
  const types: readonly [string, string][] = [
    ['blanks and x', `application/json${fill(' ', HEAD_ROOM)}x`],
    ['a charset of blanks', `application/json;${fill(' ', HEAD_ROOM)}charset=x`],
    ['semicolons', `application/json${fill(';', HEAD_ROOM)}`],
    ['tabs', `application/json; charset=utf-8${fill('\t', HEAD_ROOM)}x`],
  ];
  return [
    ...types.map(([what, type]) =>
      post(`Content-Type of ${what}`, '/v1/preflight/launch', '{}', { headers: { 'Content-Type': type } }),
    ),
    post('Content-Encoding of 15 KB', '/v1/preflight/launch', '{}', {
      headers: { ...JSON_TYPE, 'Content-Encoding': fill('a,', HEAD_ROOM) },
    }),
  ];
}

/** Hostile bodies, and what says how they are to be read. */
export function bodyShapes(): Shape[] {
  return [...preflightShapes(), ...otherBodies(), ...typeShapes()];
}

function names(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 1]));
}

function clipBytes(text: string, bytes: number): string {
  let clipped = '';
  for (const character of text) {
    if (Buffer.byteLength(clipped + character) > bytes) break;
    clipped += character;
  }
  return clipped;
}

import { fill } from '../../support/dear-texts.js';
import { HEAD_ROOM, type Shape } from './shape.js';

const get = (what: string, target: string, more: Partial<Shape> = {}): Shape => ({
  what,
  method: 'GET',
  target,
  ...more,
});

const TARGETS: readonly [what: string, target: string][] = [
  ['a path of /%', fill('/%', HEAD_ROOM)],
  ['a path of /', fill('/', HEAD_ROOM)],
  ['a path of /..', fill('/..', HEAD_ROOM)],
  ['a path of %', `/${fill('%', HEAD_ROOM)}`],
  ['a path of %2F', `/v1/apps/${fill('%2F', HEAD_ROOM)}`],
  ['a path of /a', fill('/a', HEAD_ROOM)],
  ['a path of /v1/apps', fill('/v1/apps', HEAD_ROOM)],
  ['a path of %ff', `/v1/apps/${fill('%ff', HEAD_ROOM)}`],
  ['a path of colons', `/v1/${fill(':', HEAD_ROOM)}`],
  ['a query of %&', `/v1/apps?${fill('%&', HEAD_ROOM)}`],
  ['a query of &', `/v1/apps?${fill('&', HEAD_ROOM)}`],
  ['a query of =', `/v1/apps?${fill('=', HEAD_ROOM)}`],
  ['a query of ?', `/v1/apps?${fill('?', HEAD_ROOM)}`],
  ['a query of +', `/v1/apps?q=${fill('+', HEAD_ROOM)}`],
  ['one name again and again', `/v1/apps?${fill('limit=1&', HEAD_ROOM)}`],
  ['__proto__ again and again', `/v1/apps?${fill('__proto__=1&', HEAD_ROOM)}`],
  ['names of the query on /config', `/v1/config?${fill('%&', HEAD_ROOM)}`],
  ['names of the query on no path', `/v1/nothing?${fill('%&', HEAD_ROOM)}`],
  ['an unknown name of 15 KB', `/v1/apps?${fill('%F0%9F%91%A8', HEAD_ROOM)}=1`],
];

const PARAMETERS: readonly [what: string, target: string, reads?: true][] = [
  ['a long limit', `/v1/apps?limit=${fill('1', HEAD_ROOM)}`],
  ['a long cursor', `/v1/apps?cursor=${fill('a', HEAD_ROOM)}`],
  ['a cursor of base64url', `/v1/apps?cursor=${fill('a', 512)}`],
  ['a cursor of deep JSON', `/v1/apps?cursor=${Buffer.from(fill('[', 380)).toString('base64url')}`],
  ['a long sort', `/v1/apps?sort=${fill('a', HEAD_ROOM)}`],
  ['a long creator', `/v1/apps?creator=0x${fill('a', HEAD_ROOM)}`],
  ['350 addresses', `/v1/prices?tokens=${fill(`0x${'a'.repeat(40)},`, HEAD_ROOM)}`],
  ['100 addresses', `/v1/prices?tokens=${addresses(100)}`, true],
  ['commas for addresses', `/v1/prices?tokens=${fill(',', HEAD_ROOM)}`],
  ['a search for 15 KB', `/v1/apps/search?q=${fill('a', HEAD_ROOM)}`],
  ['a search for 15 KB of marks', `/v1/apps/search?q=${fill('%CC%81', HEAD_ROOM)}`],
  ['a search for 64 ligatures', `/v1/apps/search?q=${fill('%EF%B7%BA', 64 * 9)}`, true],
  ['a search for 64 marks', `/v1/apps/search?q=${fill('%CC%81%CC%96', 64 * 6)}`, true],
  ['a search for 64 joiners', `/v1/apps/search?q=${fill('%E0%A4%95%E0%A5%8D%E2%80%8D', 21 * 27)}`, true],
  ['a search for 64 letters of mathematics', `/v1/apps/search?q=${fill('%F0%9D%90%A6', 64 * 12)}`, true],
  ['a long amount', `/v1/curves/0x${'a'.repeat(40)}/quote?side=buy&amount=${fill('9', HEAD_ROOM)}`],
  ['a long time', `/v1/candles/0x${'a'.repeat(40)}?interval=1h&from=${fill('2', HEAD_ROOM)}`],
  [
    'a long fraction',
    `/v1/candles/0x${'a'.repeat(40)}?interval=1h&from=2026-01-01T00:00:00.${fill('2', 14_000)}Z`,
  ],
  ['a long program', `/v1/rewards/programs/${fill('a-', HEAD_ROOM)}`],
];

const HEADERS: readonly [what: string, headers: Readonly<Record<string, string>>][] = [
  ['Authorization of blanks', { Authorization: `Bearer${fill(' ', HEAD_ROOM)}x y` }],
  ['Authorization of =', { Authorization: `Bearer a${fill('=', HEAD_ROOM)}x` }],
  ['Authorization of 15 KB', { Authorization: `Bearer ${fill('a', HEAD_ROOM)}` }],
  ['Authorization of dots', { Authorization: `Bearer ${fill('.', HEAD_ROOM)}` }],
  ['Authorization of a deep header', { Authorization: `Bearer ${deepHeader()}.e30.YQ` }],
  ['If-None-Match of commas', { 'If-None-Match': fill(',', HEAD_ROOM) }],
  ['If-None-Match of tags', { 'If-None-Match': fill('"a", ', HEAD_ROOM) }],
  ['If-None-Match of blanks', { 'If-None-Match': `a${fill(' ', HEAD_ROOM)}b` }],
  ['Accept-Encoding of commas', { 'Accept-Encoding': fill(',', HEAD_ROOM) }],
  ['Accept-Encoding of semicolons', { 'Accept-Encoding': fill(';', HEAD_ROOM) }],
  ['Accept-Encoding of weights', { 'Accept-Encoding': fill('br;q=1,', HEAD_ROOM) }],
  ['X-Forwarded-For of commas', { 'X-Forwarded-For': fill(',', HEAD_ROOM) }],
  ['X-Forwarded-For of one long entry', { 'X-Forwarded-For': fill('1.', HEAD_ROOM) }],
  ['X-Forwarded-For of groups', { 'X-Forwarded-For': fill('[::', HEAD_ROOM) }],
  ['X-Request-Id of 15 KB', { 'X-Request-Id': fill('a', HEAD_ROOM) }],
  ['Origin of 15 KB', { Origin: `https://${fill('a.', HEAD_ROOM)}` }],
  ['Host of 15 KB', { Host: fill('a.', HEAD_ROOM) }],
  ['Cookie of 15 KB', { Cookie: fill('a=;', HEAD_ROOM) }],
];

/** Hostile request lines and headers. */
export function lineShapes(): Shape[] {
  return [
    ...TARGETS.map(([what, target]) => get(what, target)),
    ...PARAMETERS.map(([what, target, reads = false]) => get(what, target, { reads })),
    ...HEADERS.map(([what, headers]) => get(what, '/v1/apps', { headers })),
    ...HEADERS.slice(0, 5).map(([what, headers]) => get(what, '/v1/auth/session', { headers })),
    get('a preflight of CORS with many headers', '/v1/apps', {
      method: 'OPTIONS',
      headers: { Origin: 'https://a.com', 'Access-Control-Request-Headers': fill('a,', HEAD_ROOM) },
    }),
    ...manyHeaders(),
  ];
}

function manyHeaders(): Shape[] {
  const headers = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`x${index}`, '1']));
  return [get('1,500 headers', '/v1/apps', { headers })];
}

function addresses(count: number): string {
  return Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`).join();
}

function deepHeader(): string {
  return Buffer.from(fill('[', 1_400)).toString('base64url');
}

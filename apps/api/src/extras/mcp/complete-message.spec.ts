import { completeMessage } from './complete-message.js';

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call' };

describe('completeMessage', () => {
  it.each([
    ['params of null', { params: null }, {}],
    ['arguments of null', { params: { name: 'a', arguments: null } }, { params: { name: 'a' } }],
    ['members of null', { params: { cursor: null, _meta: null } }, { params: {} }],
    [
      'optional arguments of null',
      { params: { name: 'a', arguments: { q: 'x', cursor: null } } },
      { params: { name: 'a', arguments: { q: 'x' } } },
    ],
    ["PHP's empty object as params", { params: [] }, { params: {} }],
    [
      "PHP's empty objects within",
      { params: { arguments: [], _meta: [], capabilities: { roots: [] }, fields: [] } },
      { params: { arguments: {}, _meta: {}, capabilities: { roots: {} }, fields: [] } },
    ],
    ["PHP's capabilities", { params: { capabilities: [] } }, { params: { capabilities: {} } }],
    [
      'a list that is an argument',
      { params: { arguments: { fields: [] } } },
      { params: { arguments: { fields: [] } } },
    ],
    ['arguments that are no object', { params: { arguments: ['x'] } }, { params: { arguments: ['x'] } }],
    ['params that are no object', { params: 7 }, { params: 7 }],
    ['false, 0 and empty text', { params: { a: false, b: 0, c: '' } }, { params: { a: false, b: 0, c: '' } }],
  ])('completes %s', (_what, sent, completed) => {
    expect(completeMessage({ ...CALL, ...sent })).toEqual({ ...CALL, ...completed });
  });

  it.each([[null], [7], ['text'], [undefined]])('leaves %j as it is', (message) => {
    expect(completeMessage(message)).toBe(message);
  });
});

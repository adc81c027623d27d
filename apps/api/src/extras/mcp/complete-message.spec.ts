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
    [
      'nulls within members',
      { params: { _meta: { progressToken: null, a: { b: null } }, clientInfo: { name: 'a', title: null } } },
      { params: { _meta: { a: {} }, clientInfo: { name: 'a' } } },
    ],
    [
      'capabilities of null',
      { params: { capabilities: { roots: { listChanged: null }, sampling: null } } },
      { params: { capabilities: { roots: {} } } },
    ],
    [
      'arguments in a text',
      { params: { arguments: '{"q":"x","cursor":null}' } },
      { params: { arguments: { q: 'x' } } },
    ],
    ['no arguments in a text', { params: { arguments: ' ' } }, { params: { arguments: {} } }],
    ['a text that is no JSON', { params: { arguments: '{q' } }, { params: { arguments: '{q' } }],
    [
      'a text that nests too deep',
      { params: { arguments: '['.repeat(33) + ']'.repeat(33) } },
      { params: { arguments: '['.repeat(33) + ']'.repeat(33) } },
    ],
    ['results of null', { result: null, error: null, params: {} }, { params: {} }],
    ['arguments that are no object', { params: { arguments: ['x'] } }, { params: { arguments: ['x'] } }],
    ['params that are no object', { params: 7 }, { params: 7 }],
    ['false, 0 and empty text', { params: { a: false, b: 0, c: '' } }, { params: { a: false, b: 0, c: '' } }],
  ])('completes %s', (_what, sent, completed) => {
    expect(completeMessage({ ...CALL, ...sent })).toEqual({ ...CALL, ...completed });
  });

  it.each([
    ['no params', {}],
    ['params of null', { params: null }],
    ['members of null', { params: { protocolVersion: null, capabilities: null, clientInfo: null } }],
    ["PHP's empty objects", { params: { capabilities: [], clientInfo: [] } }],
  ])('introduces a client with %s', (_what, sent) => {
    expect(completeMessage({ ...CALL, method: 'initialize', ...sent })).toEqual({
      ...CALL,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'unknown', version: '0' },
      },
    });
  });

  it('keeps what a client says of itself', () => {
    const params = { protocolVersion: '2024-11-05', capabilities: { roots: {} }, clientInfo: { name: 'a' } };
    expect(completeMessage({ ...CALL, method: 'initialize', params })).toMatchObject({
      params: { ...params, clientInfo: { name: 'a', version: '0' } },
    });
  });

  it('leaves out the id of null of a notification alone', () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(completeMessage({ ...notification, id: null })).toEqual(notification);
    expect(completeMessage({ ...CALL, id: null })).toEqual({ ...CALL, id: null });
  });

  it.each([[null], [7], ['text'], [undefined]])('leaves %j as it is', (message) => {
    expect(completeMessage(message)).toBe(message);
  });
});

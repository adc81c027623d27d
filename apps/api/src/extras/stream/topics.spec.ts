import { TOPIC_PATTERN, toTopic } from './topics.js';

const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('topics', () => {
  it.each([
    ['head', { name: 'head', kind: 'head' }],
    [`trades:${TOKEN.toLowerCase()}`, { name: `trades:${TOKEN}`, kind: 'app-trades', token: TOKEN }],
    [`wallet:${TOKEN.toLowerCase()}`, { name: `wallet:${TOKEN}`, kind: 'wallet', wallet: TOKEN }],
    [`prices:${TOKEN}`, { name: `prices:${TOKEN}`, kind: 'price', token: TOKEN }],
    [`candles:${TOKEN}:5m`, { name: `candles:${TOKEN}:5m`, kind: 'candles', token: TOKEN, interval: '5m' }],
  ])('reads %s', (text, topic) => {
    expect(text).toMatch(TOPIC_PATTERN);
    expect(toTopic(text)).toEqual(topic);
  });

  it.each(['', 'heads', 'trades:', `candles:${TOKEN}`, `candles:${TOKEN}:2m`, `prices:${TOKEN}:1m`])(
    'refuses %j',
    (text) => {
      expect(text).not.toMatch(TOPIC_PATTERN);
    },
  );
});

import { encodeFrame, parsePosition } from './frames.js';

describe('positions', () => {
  it('are the ids of frames', () => {
    const position = { epoch: '12-1', seq: 345 };
    expect(encodeFrame('head', position, '{}').toString()).toBe('id: 12-1:345\nevent: head\ndata: {}\n\n');
    expect(parsePosition('12-1:345')).toEqual(position);
  });

  it.each(['', '7', '12:7', '12-1:', '12-1:7 ', `12-1:${'7'.repeat(100)}`])('are not %j', (text) => {
    expect(parsePosition(text)).toBeNull();
  });
});

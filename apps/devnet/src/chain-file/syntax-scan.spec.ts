import { SyntaxScan, type ByteRange } from './syntax-scan.js';

const TEXT =
  '{"block":{"blocks":[{"a":1}]},"best":"0xc", "n": 2 ,"blocks" : [ {"a":"}]{\\"","b":[{}]} ,{"ü":[1]}],"rest":[[{}],{"blocks":[{}]}]}';

function scan(pieces: readonly Buffer[]): { skeleton: string; elements: [ByteRange, string][] } {
  const elements: [ByteRange, string][] = [];
  const scanned = new SyntaxScan('blocks', (range, text) => elements.push([range, text]));
  for (const piece of pieces) scanned.add(piece);
  return { skeleton: scanned.skeleton, elements };
}

describe('SyntaxScan', () => {
  const bytes = Buffer.from(TEXT);

  it('keeps what is small, and gives the elements of one member with their places', () => {
    const { skeleton, elements } = scan([bytes]);
    expect(JSON.parse(skeleton)).toEqual({ block: 0, best: '0xc', n: 2, blocks: 0, rest: 0 });
    expect(elements.map(([, text]) => text)).toEqual(['{"a":"}]{\\"","b":[{}]}', '{"ü":[1]}']);
    for (const [{ start, end }, text] of elements) expect(bytes.subarray(start, end).toString()).toBe(text);
  });

  it('finds the same wherever the pieces end', () => {
    const whole = scan([bytes]);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(scan([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
    expect(scan([...bytes].map((byte) => Buffer.from([byte])))).toEqual(whole);
  });

  it('leaves a skeleton that is none of what was cut off anywhere', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const { skeleton } = scan([bytes.subarray(0, length)]);
      expect(() => JSON.parse(skeleton) as unknown).toThrow(SyntaxError);
    }
  });

  it('refuses what a crash leaves of parts that were not written', () => {
    expect(() => scan([Buffer.from('{"a":[1,\0\0\0]}')])).toThrow(SyntaxError);
    expect(() => scan([Buffer.from('{"a":"\0"}')])).toThrow(SyntaxError);
  });
});

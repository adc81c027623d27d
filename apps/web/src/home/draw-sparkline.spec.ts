import { drawSparkline } from './draw-sparkline.js';

describe('a sparkline', () => {
  it('spans the width, from the lowest to the highest close', () => {
    expect(drawSparkline([1, 3, 2])).toBe('M0.0 33.0L60.0 3.0L120.0 18.0');
  });

  it('passes over what is not known, and is level where nothing moved', () => {
    expect(drawSparkline([null, 5, null, 5])).toBe('M0.0 18.0L120.0 18.0');
    expect(drawSparkline([null])).toBe('');
  });
});

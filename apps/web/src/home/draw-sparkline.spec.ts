import { drawSparkline } from './draw-sparkline.js';

describe('a sparkline', () => {
  it('spans the width, from the lowest to the highest close', () => {
    expect(drawSparkline([1, 3, 2])).toBe('M0.0 33.0L60.0 3.0L120.0 18.0');
  });

  it('has no tall line where the price of an app without trades moved with the feed alone', () => {
    expect(drawSparkline([1_000, 1_001])).toBe('M0.0 18.7L120.0 17.3');
  });

  it('passes over what is not known, and is level where nothing moved', () => {
    expect(drawSparkline([null, 5, null, 5])).toBe('M0.0 18.0L120.0 18.0');
    expect(drawSparkline([null])).toBe('');
  });
});

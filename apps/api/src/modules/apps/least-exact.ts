/** JSON numbers of ours have at most so many digits. */
const DIGITS = 15;

/**
 * The lowest exact figure that is served as a number of at least this one: half of its last digit below. So an app has its own figure
 * at least. A number of more digits than are served is exact itself.
 *
 * @param text a JSON number, not negative
 */
export function leastExact(text: string): string {
  const [mantissa = ''] = text.split(/e/i);
  const significant = mantissa.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  if (significant === '' || significant.length > DIGITS) return text;
  const [digits = '', exponent = ''] = Number(text)
    .toExponential(DIGITS - 1)
    .split('e');
  const units = BigInt(digits.replace('.', ''));
  const place = Number(exponent) - DIGITS + 1;
  // Below a power of ten numbers lie ten times as near.
  const isPower = units === 10n ** BigInt(DIGITS - 1);
  return isPower ? `${units * 100n - 5n}e${place - 2}` : `${units * 10n - 5n}e${place - 1}`;
}

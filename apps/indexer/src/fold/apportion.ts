/**
 * Shares a whole number in proportion to weights, exactly: each share is rounded down, and the remainder goes one by one
 * to the first with a weight. Without any weight all of it is the first's. @param weights none below zero, never empty
 */
export function apportion(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  if (sum === 0n) return weights.map((_, i) => (i === 0 ? total : 0n));
  const shares = weights.map((weight) => (total * weight) / sum);
  let rest = total - shares.reduce((all, share) => all + share, 0n);
  return shares.map((share, i) => {
    if (rest === 0n || weights[i] === 0n) return share;
    rest -= 1n;
    return share + 1n;
  });
}

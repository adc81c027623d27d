/** Draws what pages and builders ask for: 364 paths of a hundred apps. */
export function popularPaths(tokens: readonly string[], random: () => number): () => string {
  return zipf(pathsOf(tokens), random);
}

/** The likeliest first. */
function pathsOf(tokens: readonly string[]): string[] {
  const lists = Array.from({ length: 64 }, (_, index) => `/v1/apps?limit=${index + 1}`);
  const apps = tokens.flatMap((token) => [
    `/v1/apps/${token}`,
    `/v1/curves/${token}`,
    `/v1/apps/${token}/holders`,
  ]);
  return [...lists.slice(0, 8), ...apps, ...lists.slice(8)];
}

/** The path of rank n is asked for 1/n as often as the first. */
function zipf(paths: readonly string[], random: () => number): () => string {
  let sum = 0;
  const sums = paths.map((_, index) => (sum += 1 / (index + 1)));
  return () => {
    const drawn = random() * sum;
    return paths[sums.findIndex((one) => one >= drawn)] ?? paths[0] ?? '';
  };
}

/** Only what passes for addresses: `0X..` is none, and must not find the answer for one. */
const ADDRESSES = /^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40})*$/;

/**
 * The key of an answer: operation and parameters, so that requests which mean the same share one entry. The
 * order of query parameters and the case of addresses do not matter.
 */
export function cacheKey(
  operationId: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  return JSON.stringify([operationId, normalise(params), normalise(query)]);
}

function normalise(values: Readonly<Record<string, string>>): [string, string][] {
  return Object.keys(values)
    .sort()
    .map((name) => {
      const value = values[name] ?? '';
      return [name, ADDRESSES.test(value) ? value.toLowerCase() : value];
    });
}

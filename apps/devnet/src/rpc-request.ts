const TIMEOUT_MS = 5_000;

/** One JSON-RPC call. The supervisor asks only two simple things, before anything that has a client is up. */
export async function rpcRequest(url: string, method: 'eth_chainId' | 'eth_blockNumber'): Promise<bigint> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.json()) as { result?: string; error?: { message: string } };
  if (answer.result === undefined)
    throw new Error(`${method}: ${answer.error?.message ?? `HTTP ${response.status}`}`);
  return BigInt(answer.result);
}

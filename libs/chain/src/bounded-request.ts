import { createClient, http, type EIP1193RequestFn } from 'viem';

/** JSON-RPC for whoever has somebody waiting: one try, and an answer or an error within the limit. */
export function boundedRequest(rpcUrl: string, timeoutMs: number): EIP1193RequestFn {
  const transport = http(rpcUrl, {
    retryCount: 0,
    timeout: timeoutMs,
    // The transport's own limit ends with the headers of the answer.
    onFetchRequest: (_request, init) => ({ ...init, signal: AbortSignal.timeout(timeoutMs) }),
  });
  return createClient({ transport }).request;
}

/**
 * What wallets, viem, the page and the indexer ask a node: reads, signed transactions, and news of them. Names, not prefixes: anvil
 * has `eth_` methods that send in anybody's name (`eth_sendTransaction`, `eth_sendUnsignedTransaction`).
 */
const METHODS: ReadonlySet<unknown> = new Set([
  ...['web3_clientVersion', 'net_version', 'eth_chainId', 'eth_syncing', 'eth_blockNumber'],
  ...['eth_getBlockByNumber', 'eth_getBlockByHash', 'eth_getBlockReceipts', 'eth_getLogs'],
  ...['eth_getBlockTransactionCountByNumber', 'eth_getBlockTransactionCountByHash'],
  ...['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getTransactionCount'],
  ...['eth_getBalance', 'eth_getCode', 'eth_getStorageAt', 'eth_getProof'],
  ...['eth_call', 'eth_simulateV1', 'eth_estimateGas', 'eth_createAccessList'],
  ...['eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_feeHistory', 'eth_blobBaseFee'],
  ...['eth_sendRawTransaction', 'eth_subscribe', 'eth_unsubscribe'],
]);

const MOST_CALLS = 100;

/** JSON-RPC 2.0's own codes. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

interface Call {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly method: string;
  readonly params?: unknown;
}

interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: Call['id'];
  readonly error: { readonly code: number; readonly message: string };
}

/** Calls that the node may be asked, made anew of what was read: it is asked nothing that was not looked at. */
export interface ScreenedCalls {
  readonly isBatch: boolean;
  readonly passed: readonly Call[];
  readonly refused: readonly Refusal[];
}

export function screenCalls(text: string): ScreenedCalls {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { isBatch: false, passed: [], refused: [refusal(null, PARSE_ERROR, 'This is no JSON.')] };
  }
  const isBatch = Array.isArray(parsed);
  const calls = isBatch ? (parsed as unknown[]) : [parsed];
  if (calls.length === 0 || calls.length > MOST_CALLS) {
    const refused = [refusal(null, INVALID_REQUEST, `A batch has 1 to ${MOST_CALLS} calls.`)];
    return { isBatch: false, passed: [], refused };
  }
  const screened = calls.map(screenCall);
  return {
    isBatch,
    passed: screened.filter((one): one is Call => 'method' in one),
    refused: screened.filter((one): one is Refusal => 'error' in one),
  };
}

function screenCall(call: unknown): Call | Refusal {
  const { id, method, params }: Record<string, unknown> = { ...(call as object) };
  if (typeof id !== 'string' && typeof id !== 'number' && id !== null)
    return refusal(null, INVALID_REQUEST, 'A call needs an id.');
  if (typeof method !== 'string') return refusal(id, INVALID_REQUEST, 'A call needs a method.');
  if (!METHODS.has(method))
    return refusal(id, METHOD_NOT_FOUND, 'This port of the local chain does not serve this method.');
  return { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) };
}

function refusal(id: Call['id'], code: number, message: string): Refusal {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

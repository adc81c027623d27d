import { fail } from '../errors.js';
import { wait } from '../wait.js';
import { methodsOf, type Wallet } from './wallet.js';

/** A mined transaction, as the node has it: numbers are hexadecimal. */
export interface Receipt {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly status: string;
  readonly logs: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
}

/** How long a transaction may take to be mined. */
export const TIMEOUT_MS = 300_000;
const FIRST_POLL_MS = 100;
const POLL_MS = 1_000;

/** Asks the wallet's node for a receipt until there is one. */
export async function awaitReceipt(
  wallet: Wallet,
  hash: string,
  hashes: readonly string[],
  {
    signal,
    timeoutMs = TIMEOUT_MS,
  }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number | undefined },
): Promise<Receipt> {
  const details = { hash, hashes: [...hashes] };
  const end = Date.now() + timeoutMs;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, POLL_MS)) {
    const params = [hash];
    const receipt = await methodsOf(wallet).request({ method: 'eth_getTransactionReceipt', params });
    if (receipt !== null && receipt !== undefined) {
      expectMined(receipt as Receipt, hash, hashes);
      return receipt as Receipt;
    }
    if (Date.now() > end) throw fail('timeout', `transaction ${hash} is not mined yet`, { details });
    await wait(pollMs, signal);
  }
}

/** @throws SlipwayError `reverted` */
export function expectMined({ status }: Receipt, hash: string, hashes: readonly string[]): void {
  if (status === '0x0')
    throw fail('reverted', `transaction ${hash} was mined and reverted`, {
      details: { hash, hashes: [...hashes] },
    });
}

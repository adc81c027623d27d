import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionReceiptNotFoundError, type Hex, type TransactionReceipt } from 'viem';
import type { AnvilClient } from './anvil.js';

const POLL_MS = 10;
const TIMEOUT_MS = 500_000;

/**
 * The receipt of a transaction, as soon as it is mined. The wait of viem looks only when the chain has grown. On a chain that
 * mines at once, it waits in vain for what it missed.
 *
 * @throws Error with what the node knows of the transaction, when that takes too long
 */
export async function awaitReceipt(client: AnvilClient, hash: Hex): Promise<TransactionReceipt> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
      if (Date.now() > deadline)
        throw new Error(`not mined: ${await describe(client, hash)}`, { cause: error });
    }
    await sleep(POLL_MS);
  }
}

async function describe(client: AnvilClient, hash: Hex): Promise<string> {
  const [transaction, pool, head] = await Promise.all([
    client.getTransaction({ hash }).catch(String),
    client.getTxpoolContent(),
    client.getBlock(),
  ]);
  return JSON.stringify({ transaction, pool, head }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

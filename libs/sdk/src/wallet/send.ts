import type { Client } from '../client.js';
import { fail } from '../errors.js';
import type { ClaimPayload, LaunchPayload, TradePayload, WalletCall } from '../generated/models.js';
import { awaitReceipt, type Receipt } from './receipt.js';
import { accountOf, asking, methodsOf, type Wallet } from './wallet.js';

/** What the API makes for a wallet to sign. */
export type Payload = ClaimPayload | TradePayload | LaunchPayload;

export interface SendOptions {
  /** Ends the waiting; a transaction that was sent stays sent. */
  readonly signal?: AbortSignal | undefined;
  /** How long a transaction may take to be mined. 5 minutes by default. */
  readonly timeoutMs?: number | undefined;
  /** What it reads afterwards is of the block that the transaction was mined in, or later (`minBlock`), for a minute. */
  readonly client?: Client | undefined;
  /** Called before the wallet is asked, and once it has sent. */
  readonly onStep?: ((step: SendStep) => void) | undefined;
}

export interface SendStep {
  readonly call: Pick<WalletCall, 'to' | 'data' | 'value'> & { readonly description?: string };
  readonly index: number;
  readonly calls: number;
  /** Null while the wallet is asked. */
  readonly hash: string | null;
}

export interface Sent {
  /** Of each call, in their order. */
  readonly hashes: readonly string[];
  /** Of the last call: the trade, the launch, the claim. */
  readonly hash: string;
  readonly receipt: Receipt;
}

/**
 * Has a wallet send the calls of a payload, one after the other: each is mined before the next is asked for, so that a trade finds its
 * approval.
 *
 * @throws SlipwayError `wrong_chain`, `not_sendable`, `wallet_rejected`, `reverted`, or `timeout` with the hash in `details`
 */
export async function send(payload: Payload, wallet: Wallet, options: SendOptions = {}): Promise<Sent> {
  const calls = callsOf(payload);
  const { address, account } = await accountOf(wallet);
  if ('trader' in payload && payload.trader.toLowerCase() !== address.toLowerCase())
    throw fail('not_sendable', `the payload is for ${payload.trader}, and the wallet is ${address}`);
  const chainId = await wallet.getChainId();
  if (chainId !== payload.chainId) {
    const message = `the payload is for chain ${payload.chainId}, and the wallet is on chain ${chainId}`;
    throw fail('wrong_chain', message, { details: { expected: payload.chainId, actual: chainId } });
  }
  const hashes: string[] = [];
  let receipt: Receipt | null = null;
  for (const [index, call] of calls.entries()) {
    options.signal?.throwIfAborted();
    options.onStep?.({ call, index, calls: calls.length, hash: null });
    const { to, data, value } = call;
    // The chain is checked above: a wallet that knows no chain of its own may send too.
    const transaction = { account, chain: null, to, data, value: BigInt(value) };
    const hash = await asking(methodsOf(wallet).sendTransaction(transaction));
    hashes.push(hash);
    options.onStep?.({ call, index, calls: calls.length, hash });
    receipt = await awaitReceipt(wallet, hash, hashes, options);
  }
  if (receipt === null) throw fail('not_sendable', 'the payload has no calls');
  if (options.client !== undefined) expectBlock(options.client, Number(receipt.blockNumber));
  return { hashes, hash: receipt.transactionHash, receipt };
}

/** By then every standby has the block; shared caches are passed by until then. */
const EXPECTED_FOR_MS = 60_000;

function expectBlock(client: Client, block: number): void {
  client.minBlock = block;
  const timer: unknown = setTimeout(() => {
    if (client.minBlock === block) client.minBlock = null;
  }, EXPECTED_FOR_MS);
  // Node's timers would keep the process.
  (timer as { unref?: () => void }).unref?.();
}

/** The calls, unless they are known to fail. */
function callsOf(payload: Payload): readonly SendStep['call'][] {
  if (!('calls' in payload)) return [payload];
  if ('preflight' in payload && !payload.preflight.ok) {
    const [first] = payload.preflight.errors;
    const details = { issues: payload.preflight.errors };
    throw fail('not_sendable', `preflight refuses the launch: ${first?.message ?? 'no reason'}`, { details });
  }
  if (payload.simulation.ok === false) {
    const { reason } = payload.simulation;
    throw fail('not_sendable', `the calls would revert: ${reason ?? 'no reason'}`, { details: { reason } });
  }
  if (payload.calls.length === 0) throw fail('not_sendable', 'the payload has no calls');
  return payload.calls;
}

import type { Client } from '../client.js';
import { fail } from '../errors.js';
import type {
  ClaimPayload,
  LaunchPayload,
  SendCalls,
  TradePayload,
  WalletCall,
} from '../generated/models.js';
import { awaitReceipt, type Receipt } from './receipt.js';
import { sendTogether, takesCalls } from './send-calls.js';
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
  /** Whether calls go together, in one prompt, where the wallet offers that (EIP-5792). By default they do. */
  readonly batch?: boolean | undefined;
  /** Called before the wallet is asked, and once it has sent. */
  readonly onStep?: ((step: SendStep) => void) | undefined;
}

/** A prompt of the wallet. */
export interface SendStep {
  /** What is sent; of calls that go together the last, which the others are for. */
  readonly call: Pick<WalletCall, 'to' | 'data' | 'value'> & { readonly description?: string };
  readonly index: number;
  /** How many prompts there are: one for calls that go together. */
  readonly calls: number;
  /** Null while the wallet is asked. */
  readonly hash: string | null;
}

export interface Sent {
  /** Of each transaction, in their order. */
  readonly hashes: readonly string[];
  /** Of the last call: the trade, the launch, the claim. */
  readonly hash: string;
  readonly receipt: Receipt;
}

/**
 * Has a wallet send the calls of a payload: together where it offers that, all or none, else one after the other. Then each is mined
 * before the next is asked for, so that a trade finds its approval.
 *
 * @throws SlipwayError `wrong_chain`, `not_sendable`, `wallet_rejected`, `wallet_refused`, `reverted`, or `timeout` with the hash in
 * `details`
 */
export async function send(payload: Payload, wallet: Wallet, options: SendOptions = {}): Promise<Sent> {
  const calls = callsOf(payload);
  const { address, account } = await accountOf(wallet);
  const together = toSendCalls(payload, address);
  if (together.from.toLowerCase() !== address.toLowerCase())
    throw fail('not_sendable', `the payload is for ${together.from}, and the wallet is ${address}`);
  await expectChain(wallet, payload.chainId);
  const isTogether = options.batch !== false && (await takesCalls(wallet, together));
  const receipts = isTogether
    ? await sendBatch(wallet, together, calls, options)
    : await sendOneByOne(wallet, account, payload, calls, options);
  const receipt = receipts.at(-1);
  if (receipt === undefined) throw fail('not_sendable', 'the payload has no calls');
  if (options.client !== undefined) expectBlock(options.client, Number(receipt.blockNumber));
  const hashes = receipts.map(({ transactionHash }) => transactionHash);
  return { hashes, hash: receipt.transactionHash, receipt };
}

async function expectChain(wallet: Wallet, expected: number): Promise<void> {
  const actual = await wallet.getChainId();
  if (actual === expected) return;
  const message = `the payload is for chain ${expected}, and the wallet is on chain ${actual}`;
  throw fail('wrong_chain', message, { details: { expected, actual } });
}

async function sendBatch(
  wallet: Wallet,
  together: SendCalls,
  calls: readonly SendStep['call'][],
  options: SendOptions,
): Promise<readonly Receipt[]> {
  options.signal?.throwIfAborted();
  const call = calls.at(-1);
  if (call === undefined) return [];
  options.onStep?.({ call, index: 0, calls: 1, hash: null });
  const receipts = await sendTogether(wallet, together, options);
  options.onStep?.({ call, index: 0, calls: 1, hash: receipts.at(-1)?.transactionHash ?? null });
  return receipts;
}

async function sendOneByOne(
  wallet: Wallet,
  account: unknown,
  { chainId }: Payload,
  calls: readonly SendStep['call'][],
  options: SendOptions,
): Promise<readonly Receipt[]> {
  const hashes: string[] = [];
  const receipts: Receipt[] = [];
  for (const [index, call] of calls.entries()) {
    options.signal?.throwIfAborted();
    // Its owner may choose another chain while the call before is mined.
    if (index > 0) await expectChain(wallet, chainId);
    options.onStep?.({ call, index, calls: calls.length, hash: null });
    const { to, data, value } = call;
    // The chain is checked: a wallet that knows no chain of its own may send too.
    const transaction = { account, chain: null, to, data, value: BigInt(value) };
    const hash = await asking(methodsOf(wallet).sendTransaction(transaction));
    hashes.push(hash);
    options.onStep?.({ call, index, calls: calls.length, hash });
    receipts.push(await awaitReceipt(wallet, hash, hashes, options));
  }
  return receipts;
}

/** A payload's own; of a claim, which any account may send, the call as it is. */
function toSendCalls(payload: Payload, from: string): SendCalls {
  if ('calls' in payload && payload.sendCalls !== null) return payload.sendCalls;
  const { to, data } = payload as ClaimPayload;
  const chainId = toHex(payload.chainId);
  return { version: '2.0.0', from, chainId, atomicRequired: false, calls: [{ to, data, value: '0x0' }] };
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`;
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

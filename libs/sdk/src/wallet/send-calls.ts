import { fail } from '../errors.js';
import type { SendCalls } from '../generated/models.js';
import { wait } from '../wait.js';
import { expectMined, TIMEOUT_MS, type Receipt } from './receipt.js';
import { asking, methodsOf, type Wallet } from './wallet.js';

/** How long a wallet may take to say what it can. */
const CAPABILITIES_MS = 3_000;
const FIRST_POLL_MS = 100;
const POLL_MS = 1_000;

/** An id has at most so many characters: 4,096 bytes in hex (EIP-5792). */
const MAX_ID = 8_194;

const asked = new WeakMap<Wallet, Map<string, Promise<boolean>>>();

/**
 * Whether a wallet sends several calls together, all or none (`wallet_getCapabilities` of EIP-5792). Asked once a wallet, account
 * and chain. One that does not know the method, or does not answer, does not.
 */
export function takesCalls(
  wallet: Wallet,
  { from, chainId }: Pick<SendCalls, 'from' | 'chainId'>,
): Promise<boolean> {
  // A local key signs by itself, and what is behind it is a node.
  if (wallet.account?.type === 'local') return Promise.resolve(false);
  const answers = asked.get(wallet) ?? new Map<string, Promise<boolean>>();
  asked.set(wallet, answers);
  const key = `${from} ${chainId}`;
  const answer = answers.get(key) ?? readCapabilities(wallet, from, chainId);
  answers.set(key, answer);
  return answer;
}

async function readCapabilities(wallet: Wallet, from: string, chainId: string): Promise<boolean> {
  const answered = new AbortController();
  const question = methodsOf(wallet).request({ method: 'wallet_getCapabilities', params: [from, [chainId]] });
  try {
    const answer = await Promise.race([question, wait(CAPABILITIES_MS, answered.signal)]);
    const { atomic } =
      (answer as Record<string, { atomic?: { status?: unknown } } | undefined>)[chainId] ?? {};
    return atomic?.status === 'supported' || atomic?.status === 'ready';
  } catch {
    return false;
  } finally {
    answered.abort();
  }
}

/** Has a wallet send calls together, and waits until they are mined. @returns the receipts, at least one */
export async function sendTogether(
  wallet: Wallet,
  calls: SendCalls,
  {
    signal,
    timeoutMs = TIMEOUT_MS,
  }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number | undefined },
): Promise<readonly Receipt[]> {
  const methods = methodsOf(wallet);
  const answer = await asking(methods.request({ method: 'wallet_sendCalls', params: [calls] }));
  const id = (answer as { id?: unknown } | null)?.id;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID)
    throw fail('invalid_response', 'the wallet gave the calls no id');
  const end = Date.now() + timeoutMs;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, POLL_MS)) {
    const found = await methods.request({ method: 'wallet_getCallsStatus', params: [id] });
    const { status, receipts = [] } = (found ?? {}) as { status?: unknown; receipts?: readonly Receipt[] };
    if (typeof status !== 'number')
      throw fail('invalid_response', 'the wallet does not say what became of the calls');
    if (status >= 200) return expectDone(status, receipts, id);
    if (Date.now() > end) throw fail('timeout', 'the calls are not mined yet', { details: { id } });
    await wait(pollMs, signal);
  }
}

/** 200 is done; 4xx never sent, 5xx reverted, 6xx reverted in part. */
function expectDone(status: number, receipts: readonly Receipt[], id: string): readonly Receipt[] {
  const hashes = receipts.map(({ transactionHash }) => transactionHash);
  if (status >= 400 && status < 500)
    throw fail('wallet_refused', 'the wallet did not send the calls', { details: { code: status, id } });
  if (status >= 500) {
    const what = status >= 600 ? 'a part of the calls' : 'the calls';
    throw fail('reverted', `${what} reverted`, { details: { hash: hashes.at(-1) ?? '', hashes } });
  }
  if (hashes.length === 0) throw fail('invalid_response', 'the wallet has no receipt of the calls');
  for (const receipt of receipts) expectMined(receipt, receipt.transactionHash, hashes);
  return receipts;
}

import { maxUint256 } from 'viem';
import { showStrangersText, type Address } from '@slipway/domain';
import type { AmountRole, ContractKind } from '../types/trading.types.js';
import type { DecodedCall } from './decode-call.js';

export interface ToldAmount {
  readonly role: AmountRole;
  readonly token: Address;
  /** In wei. */
  readonly amount: bigint;
}

/** A call in terms of tokens and accounts. */
export interface ToldCall {
  /** With `{0}` where the first amount stands, and so on. */
  readonly summary: string;
  readonly amounts: readonly ToldAmount[];
  readonly spender: Address | null;
  /** Who is paid, where that can be another account than the sender. */
  readonly recipient: Address | null;
}

/** Where the call goes, and what tokens are traded for. */
export interface CallPosition {
  readonly to: Address;
  readonly platformToken: Address;
}

type Teller = (args: readonly unknown[], position: CallPosition) => ToldCall;

const NAME_CHARACTERS = 64;

/** Everything above half of what there can be is meant as "all, and for ever". */
const UNLIMITED = maxUint256 / 2n;

const trade = (
  [paid, amountIn]: readonly [Address, bigint],
  [got, minOut]: readonly [Address, bigint],
  recipient: Address | null = null,
): ToldCall => ({
  summary: 'Pay {0} for at least {1}.',
  amounts: [
    { role: 'pays', token: paid, amount: amountIn },
    { role: 'receives_at_least', token: got, amount: minOut },
  ],
  spender: null,
  recipient,
});

const erc20: Readonly<Record<string, Teller>> = {
  approve: (args, { to }) => {
    const [spender, amount] = args as [Address, bigint];
    return {
      summary: amount === 0n ? `Take back what ${spender} may take.` : `Let ${spender} take {0}.`,
      amounts: [{ role: 'allows', token: to, amount }],
      spender,
      recipient: null,
    };
  },
  transfer: (args, { to }) => {
    const [recipient, amount] = args as [Address, bigint];
    const amounts = [{ role: 'moves', token: to, amount }] as const;
    return { summary: `Send {0} to ${recipient}.`, amounts, spender: null, recipient };
  },
  transferFrom: (args, { to }) => {
    const [from, recipient, amount] = args as [Address, Address, bigint];
    const amounts = [{ role: 'moves', token: to, amount }] as const;
    return { summary: `Move {0} from ${from} to ${recipient}.`, amounts, spender: null, recipient };
  },
};

/** What each function does, as far as it moves tokens of a user's. */
const TELLERS: Readonly<Partial<Record<ContractKind, Readonly<Record<string, Teller>>>>> = {
  platform_token: erc20,
  app_token: erc20,
  launchpad: {
    buy: (args, { platformToken }) => {
      const [token, amountIn, minOut] = args as [Address, bigint, bigint];
      return trade([platformToken, amountIn], [token, minOut]);
    },
    sell: (args, { platformToken }) => {
      const [token, amountIn, minOut] = args as [Address, bigint, bigint];
      return trade([token, amountIn], [platformToken, minOut]);
    },
    launch: ([name, symbol]) => {
      const shown = (text: unknown): string => showStrangersText(String(text), NAME_CHARACTERS);
      const summary = `Launch the app "${shown(name)}" (${shown(symbol)}).`;
      return { summary, amounts: [], spender: null, recipient: null };
    },
  },
  router: {
    swapExactTokensForTokens: (args) => {
      const [amountIn, minOut, path, recipient] = args as [bigint, bigint, readonly Address[], Address];
      return swap(path, amountIn, minOut, recipient);
    },
    swapTokensForExactTokens: (args) => {
      const [amountOut, mostIn, path, recipient] = args as [bigint, bigint, readonly Address[], Address];
      return { ...swap(path, mostIn, amountOut, recipient), summary: 'Pay up to {0} for {1}.' };
    },
  },
  distributor: {
    claim: (args) => {
      const [account, token, amount] = args as [Address, Address, bigint];
      return {
        summary: `Claim rewards up to {0} in all, for ${account}.`,
        amounts: [{ role: 'claims_up_to', token, amount }],
        spender: null,
        recipient: account,
      };
    },
  },
};

function swap(path: readonly Address[], amountIn: bigint, minOut: bigint, recipient: Address): ToldCall {
  const [paid, got] = [path.at(0), path.at(-1)];
  if (paid === undefined || got === undefined)
    return { summary: 'Swap along no path, which reverts.', amounts: [], spender: null, recipient };
  return trade([paid, amountIn], [got, minOut], recipient);
}

/** Null for functions that move nothing of a user's, or that only their owners may call. */
export function tellCall(
  kind: ContractKind,
  { functionName, args }: DecodedCall,
  position: CallPosition,
): ToldCall | null {
  const tellers = TELLERS[kind];
  if (tellers === undefined || !Object.hasOwn(tellers, functionName)) return null;
  return tellers[functionName]?.(args, position) ?? null;
}

export function isUnlimited(amount: bigint): boolean {
  return amount > UNLIMITED;
}

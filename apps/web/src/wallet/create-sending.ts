import { isSlipwayError } from '@slipway/sdk';
import { send, type Payload, type Sent } from '@slipway/sdk/wallet';
import { createSignal, type Accessor } from 'solid-js';
import { wordsOf } from '../text/failure.jsx';
import { connected } from './connected.js';

type SendingState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working' | 'failed'; readonly text: string }
  | { readonly kind: 'done'; readonly text: string; readonly hash: string }
  | { readonly kind: 'wrong-chain'; readonly chainId: number; readonly text: string };

export interface Sending {
  readonly state: Accessor<SendingState>;
  readonly isBusy: Accessor<boolean>;
  /** Makes a payload and has the wallet send it; null when that failed, which the state says. */
  readonly run: (
    makePayload: (trader: string) => Promise<Payload>,
    done: (sent: Sent, trader: string) => string,
  ) => Promise<Sent | null>;
  readonly forget: () => void;
}

/** What would be signed is not what is on the screen: that is shown anew, and asked again. */
export class NotAsShown extends Error {}

/** Sending of payloads, with its state in words. */
export function createSending(): Sending {
  const [state, setState] = createSignal<SendingState>({ kind: 'idle' });
  const say = (kind: 'working' | 'failed', text: string): void => {
    setState({ kind, text });
  };
  return {
    state,
    isBusy: () => state().kind === 'working',
    forget: () => setState({ kind: 'idle' }),
    run: async (makePayload, done) => {
      const { wallet, address } = connected() ?? {};
      if (wallet === undefined || address === undefined) return null;
      try {
        say('working', 'Preparing the transaction');
        const payload = await makePayload(address);
        const sent = await send(payload, wallet, {
          onStep: ({ call, index, calls, hash }) => {
            const step = calls > 1 ? ` (${index + 1} of ${calls})` : '';
            const what = call.description ?? 'the transaction';
            say(
              'working',
              hash === null ? `Confirm in your wallet${step}: ${what}` : `Waiting for its block${step}`,
            );
          },
        });
        setState({ kind: 'done', text: done(sent, address), hash: sent.hash });
        return sent;
      } catch (error) {
        if (isSlipwayError(error, 'wrong_chain'))
          setState({ kind: 'wrong-chain', chainId: error.details.expected, text: error.message });
        else say('failed', wordsOf(error));
        return null;
      }
    },
  };
}

import { formatPrice } from '@slipway/sdk';
import type { StreamActivity } from '@slipway/sdk/stream';
import { For, type JSX } from 'solid-js';
import { LiveMark } from '../market/live-mark.jsx';
import type { LiveState } from '../market/create-follow.js';
import { linkTo } from '../page/router.js';
import { nowMs } from '../text/clock.js';
import { formatAge, shortAddress, valueInPlatform } from '../text/figures.js';
import { Untrusted } from '../text/untrusted.jsx';

/** The market's last trades and launches, newest first, as they come. */
export function Ticker(props: {
  readonly items: readonly StreamActivity[];
  readonly state: LiveState;
}): JSX.Element {
  return (
    <section class="ticker" aria-label="The market now">
      <LiveMark state={props.state} />
      <ul>
        <For each={props.items} fallback={<li class="quiet">Waiting for the next trade</li>}>
          {(item) => (
            <li class={`event ${item.type}`}>
              <a href={linkTo(`app/${item.tokenAddress}`)}>
                <b>{WORDS[item.type]}</b> <Untrusted text={item.symbol} most={12} />{' '}
                {item.tokenAmount === null ? '' : formatPrice(item.valueUsd, valueInPlatform(item))}
                <small>
                  {item.trader === null ? '' : `${shortAddress(item.trader)} · `}
                  {formatAge(item.timestamp, nowMs())}
                </small>
              </a>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}

const WORDS: Readonly<Record<StreamActivity['type'], string>> = {
  launch: 'Launch',
  buy: 'Buy',
  sell: 'Sell',
  transfer: 'Transfer',
  graduation: 'Graduation',
};

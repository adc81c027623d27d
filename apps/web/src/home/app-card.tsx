import {
  formatChange,
  formatCount,
  formatPrice,
  formatShare,
  formatUsd,
  type AppSummary,
} from '@slipway/sdk';
import type { StreamPrice } from '@slipway/sdk/stream';
import { Show, type JSX } from 'solid-js';
import { linkTo } from '../page/router.js';
import { nowMs } from '../text/clock.js';
import { formatAge, isWithoutUsd, trendOf } from '../text/figures.js';
import { Letters, Untrusted } from '../text/untrusted.jsx';
import { Sparkline } from './sparkline.jsx';

/** One app: its figures, and where it is on its way to a pool. */
export function AppCard(props: { readonly app: AppSummary; readonly live: StreamPrice | null }): JSX.Element {
  const price = (): number | null => (props.live === null ? props.app.priceUsd : props.live.priceUsd);
  const change = (): number | null => (props.live === null ? props.app.priceChange24h : props.live.change24h);
  return (
    <li class="card">
      <a class="card-link" href={linkTo(`app/${props.app.tokenAddress}`)}>
        <Letters name={props.app.name} tokenAddress={props.app.tokenAddress} />
        <span class="card-name">
          <strong>
            <Untrusted text={props.app.name} />
          </strong>
          <small>
            <Untrusted text={props.app.symbol} most={12} /> · {formatAge(props.app.launchedAt, nowMs())}
            <span class="hidden"> old</span>
          </small>
        </span>
        <span class="card-price">
          <strong>{formatPrice(price(), props.app.priceInPlatform, '')}</strong>
          <small class={trendOf(change())}>
            <Show when={!isWithoutUsd(props.app)} fallback="platform tokens">
              {change() === null ? 'New' : formatChange(change())}
              <span class="hidden"> in 24 hours</span>
            </Show>
          </small>
        </span>
      </a>
      <Sparkline closes={props.app.sparkline ?? []} change={change()} />
      <dl class="card-figures">
        <Show when={!isWithoutUsd(props.app)}>
          <Figure name="Market cap" value={formatUsd(props.app.marketCapUsd)} />
          <Figure name="Volume 24 h" value={formatUsd(props.app.volume24hUsd)} />
        </Show>
        <Figure name="Trades" value={formatCount(props.app.trades24h)} />
        <Figure name="Holders" value={formatCount(props.app.holders)} />
      </dl>
      <Show
        when={props.app.stage === 'curve'}
        fallback={<p class="stage graduated">Graduated: trades in its pool</p>}
      >
        <p class="stage">
          <span>Bonding curve</span>
          <progress max="1" value={props.app.curveProgress} aria-label="On its way to graduation" />
          <span>{formatShare(props.app.curveProgress)}</span>
        </p>
      </Show>
    </li>
  );
}

function Figure(props: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.value}</dd>
    </div>
  );
}

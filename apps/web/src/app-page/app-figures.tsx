import { formatChange, formatCount, formatUsd, type AppDetail } from '@slipway/sdk';
import { For, Show, type JSX } from 'solid-js';
import { nowMs } from '../text/clock.js';
import { formatAge, trendOf } from '../text/figures.js';
import { Untrusted } from '../text/untrusted.jsx';

const WINDOWS = ['5m', '1h', '6h', '24h', '7d'] as const;

/** How an app did in windows that end now. */
export function Windows(props: { readonly app: AppDetail }): JSX.Element {
  return (
    <dl class="windows">
      <For each={WINDOWS}>
        {(name) => (
          <div>
            <dt>{name}</dt>
            <dd class={trendOf(props.app.windows[name].priceChange)}>
              {formatChange(props.app.windows[name].priceChange)}
            </dd>
          </div>
        )}
      </For>
    </dl>
  );
}

/** An app's figures, and what its creator says of it. */
export function AppFigures(props: { readonly app: AppDetail }): JSX.Element {
  const figures = (): readonly (readonly [string, string])[] => {
    const { app } = props;
    const day = app.windows['24h'];
    return [
      ['Market cap', formatUsd(app.marketCapUsd)],
      ['Volume 24 h', formatUsd(app.volume24hUsd)],
      ['Liquidity', formatUsd(app.liquidityUsd)],
      ['All-time high', formatUsd(app.allTimeHighUsd)],
      ['Since launch', formatChange(app.priceChangeSinceLaunch)],
      ['Buys and sells 24 h', `${formatCount(day.buys)} / ${formatCount(day.sells)}`],
      ['Launched', `${formatAge(app.launchedAt, nowMs())} ago`],
    ];
  };
  return (
    <section class="panel" aria-labelledby="figures-title">
      <h2 id="figures-title">Figures</h2>
      <dl class="figures">
        <For each={figures()}>
          {([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )}
        </For>
      </dl>
      <Show when={props.app.description}>
        {(description) => (
          <p class="description">
            <Untrusted text={description()} most={600} />
          </p>
        )}
      </Show>
      <Show when={props.app.website}>
        {(website) => (
          <a class="website" href={website()} target="_blank" rel="noopener noreferrer nofollow ugc">
            <Untrusted text={hostOf(website())} most={48} /> ↗
          </a>
        )}
      </Show>
    </section>
  );
}

/** In ASCII: a name in another alphabet is shown as browsers resolve it. */
function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return url;
  }
}

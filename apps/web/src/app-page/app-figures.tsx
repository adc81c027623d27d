import { formatChange, formatCount, formatPrice, formatUsd, type AppDetail } from '@slipway/sdk';
import { For, Show, type JSX } from 'solid-js';
import { nowMs } from '../text/clock.js';
import { formatAge, isWithoutUsd, trendOf, wholeTokens } from '../text/figures.js';
import { explorer } from '../wallet/explorer.js';
import { linkTo } from '../page/router.js';
import { pictureOf } from './app-picture.jsx';
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
export function AppFigures(props: { readonly app: AppDetail; readonly hasPicture: boolean }): JSX.Element {
  const figures = (): readonly (readonly [string, string])[] => {
    const { app } = props;
    const day = app.windows['24h'];
    const ofUsd = [
      ['Volume 24 h', formatUsd(app.volume24hUsd)],
      ['Liquidity', formatUsd(app.liquidityUsd)],
      ['All-time high', formatUsd(app.allTimeHighUsd)],
    ] as const;
    return [
      ['Market cap', formatPrice(app.marketCapUsd, capInPlatform(app))],
      ...(isWithoutUsd(app) ? [] : ofUsd),
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
      <AppLinks app={props.app} hasPicture={props.hasPicture} />
    </section>
  );
}

function capInPlatform({ priceInPlatform, totalSupply }: AppDetail): number | null {
  return priceInPlatform === null ? null : Number(priceInPlatform) * wholeTokens(totalSupply);
}

/** To where its creator says it lives, to its token, and to its picture. */
function AppLinks(props: { readonly app: AppDetail; readonly hasPicture: boolean }): JSX.Element {
  const picture = (): string | null => (props.hasPicture ? null : pictureOf(props.app));
  return (
    <ul class="links">
      <Show when={props.app.website}>
        {(website) => (
          <li>
            <a href={website()} target="_blank" rel="noopener noreferrer nofollow ugc">
              <Untrusted text={hostOf(website())} most={48} /> ↗
            </a>
          </li>
        )}
      </Show>
      <Show when={explorer()}>
        {(url) => (
          <li>
            <a href={`${url()}/token/${props.app.tokenAddress}`} target="_blank" rel="noopener noreferrer">
              Its token in the explorer ↗
            </a>
          </li>
        )}
      </Show>
      <Show when={picture()}>
        {(url) => (
          <li>
            <a href={linkTo(`app/${props.app.tokenAddress}/picture`)}>Show its picture</a>{' '}
            <small>
              from <Untrusted text={hostOf(url())} most={48} />, which then sees your address
            </small>
          </li>
        )}
      </Show>
    </ul>
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

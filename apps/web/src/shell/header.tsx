import { For, type JSX } from 'solid-js';
import { SearchBox } from '../home/search-box.jsx';
import { linkTo, route, type Route } from '../page/router.js';
import { WalletButton } from '../wallet/wallet-button.jsx';
import { ThemeButton } from './theme-button.jsx';

const PLACES: readonly { readonly place: string; readonly page: Route['page']; readonly name: string }[] = [
  { place: '', page: 'home', name: 'Market' },
  { place: 'launch', page: 'launch', name: 'Launch' },
  { place: 'portfolio', page: 'portfolio', name: 'Portfolio' },
  { place: 'rewards', page: 'rewards', name: 'Rewards' },
];

export function Header(): JSX.Element {
  return (
    <header class="top">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <a class="brand" href={linkTo('')} aria-label="Slipway, to the market">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M3 22 25 6l4 4-5 12Z" />
          <path d="M3 26h26v2H3Z" />
        </svg>
        <span>Slipway</span>
      </a>
      <SearchBox />
      <nav aria-label="Pages">
        <For each={PLACES}>
          {({ place, page, name }) => (
            <a href={linkTo(place)} aria-current={route().page === page ? 'page' : undefined}>
              {name}
            </a>
          )}
        </For>
      </nav>
      <ThemeButton />
      <WalletButton />
    </header>
  );
}

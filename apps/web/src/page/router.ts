import { createSignal } from 'solid-js';
import { pageData } from './page-data.js';

export type Route =
  | { readonly page: 'home' | 'launch' | 'portfolio' | 'rewards' | 'missing' }
  | { readonly page: 'app'; readonly token: string };

const PLACES = new Map<string, Route>([
  ['', { page: 'home' }],
  ['launch', { page: 'launch' }],
  ['portfolio', { page: 'portfolio' }],
  ['rewards', { page: 'rewards' }],
]);

const APP = /^app\/(0x[0-9a-fA-F]{40})$/;

function readRoute(path: string): Route {
  const place = path.startsWith(pageData.base) ? path.slice(pageData.base.length).replace(/\/$/, '') : '';
  const token = APP.exec(place)?.[1];
  return token === undefined ? (PLACES.get(place) ?? { page: 'missing' }) : { page: 'app', token };
}

const [route, setRoute] = createSignal(readRoute(location.pathname), {
  equals: (a, b) => JSON.stringify(a) === JSON.stringify(b),
});

/** The shown page, by the address. */
export { route };

/** The address of a place of this page, such as `app/0x..`. */
export const linkTo = (place: string): string => pageData.base + place;

export function goTo(place: string): void {
  history.pushState(null, '', linkTo(place));
  show();
  window.scrollTo(0, 0);
}

function show(): void {
  setRoute(readRoute(location.pathname));
}

/** Links within the page change what it shows instead of loading it again. */
export function followLinks(): void {
  window.addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!isPlain || link === null || event.defaultPrevented) return;
    if (link.target !== '' || link.origin !== location.origin) return;
    if (readRoute(link.pathname).page === 'missing' || link.hash !== '') return;
    event.preventDefault();
    goTo(link.pathname.slice(pageData.base.length));
    document.getElementById('main')?.focus();
  });
}

import { createSignal } from 'solid-js';
import { pageData } from './page-data.js';

export type Route =
  | { readonly page: 'home' | 'launch' | 'portfolio' | 'rewards' | 'missing' }
  | { readonly page: 'app'; readonly token: string; readonly hasPicture: boolean };

const PLACES = new Map<string, Route>([
  ['', { page: 'home' }],
  ['launch', { page: 'launch' }],
  ['portfolio', { page: 'portfolio' }],
  ['rewards', { page: 'rewards' }],
]);

const APP = /^app\/(?<token>0x[0-9a-fA-F]{40})(?<picture>\/picture)?$/;

function readRoute(path: string): Route {
  const place = path.startsWith(pageData.base) ? path.slice(pageData.base.length).replace(/\/$/, '') : '';
  const { token, picture } = APP.exec(place)?.groups ?? {};
  if (token === undefined) return PLACES.get(place) ?? { page: 'missing' };
  return { page: 'app', token, hasPicture: picture !== undefined };
}

/** The server gives the page of a picture another policy, which holds for it alone: it is loaded, and left, as a whole. */
const isOtherDocument = (shown: Route): boolean => hasPicture(shown) || hasPicture(route());

const hasPicture = (shown: Route): boolean => shown.page === 'app' && shown.hasPicture;

const [route, setRoute] = createSignal(readRoute(location.pathname), {
  equals: (a, b) => JSON.stringify(a) === JSON.stringify(b),
});

/** The shown page, by the address. */
export { route };

/** The address of a place of this page, such as `app/0x..`. */
export const linkTo = (place: string): string => pageData.base + place;

export function goTo(place: string): void {
  if (isOtherDocument(readRoute(linkTo(place)))) {
    location.assign(linkTo(place));
    return;
  }
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
    const shown = readRoute(link.pathname);
    if (shown.page === 'missing' || isOtherDocument(shown) || link.hash !== '') return;
    event.preventDefault();
    goTo(link.pathname.slice(pageData.base.length));
    document.getElementById('main')?.focus();
  });
}

import { formatPrice, searchApps, type AppSummary } from '@slipway/sdk';
import { createEffect, createSignal, For, onCleanup, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createRead } from '../client/create-read.js';
import { goTo, linkTo } from '../page/router.js';
import { wordsOf } from '../text/failure.jsx';
import { shortAddress } from '../text/figures.js';
import { Letters, Untrusted } from '../text/untrusted.jsx';

const PAUSE_MS = 150;
const LONGEST_QUERY = 64;

/** Finds apps while one types: a combobox with a list, by the keyboard too (ARIA APG). */
export function SearchBox(): JSX.Element {
  const [text, setText] = createSignal('');
  const [query, setQuery] = createSignal<string | null>(null);
  const [isOpen, setIsOpen] = createSignal(false);
  const [active, setActive] = createSignal(-1);
  /** Whether the first app that has what is typed now is to be opened, once it is found. */
  const [isEntered, setIsEntered] = createSignal(false);
  const typed = (): string | null => {
    const words = text().trim().slice(0, LONGEST_QUERY);
    return words === '' ? null : words;
  };
  createEffect(() => {
    const next = typed();
    const timer = window.setTimeout(() => setQuery(next), PAUSE_MS);
    onCleanup(() => {
      window.clearTimeout(timer);
    });
  });
  const found = createRead(query, (q, signal) => searchApps(client, { q, limit: 8 }, { signal }));
  const apps = (): readonly AppSummary[] => found.last()?.apps ?? [];
  const isShown = (): boolean => isOpen() && query() !== null && (found.last() !== null || !!found.error());
  const open = (app: AppSummary | undefined): void => {
    if (app === undefined) return;
    setText('');
    setIsOpen(false);
    setIsEntered(false);
    goTo(`app/${app.tokenAddress}`);
  };
  createEffect(() => {
    if (isEntered() && query() === typed()) open(found.data()?.apps[0]);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && apps().length > 0) {
      setActive((index) => (index + step + apps().length) % apps().length);
      setIsOpen(true);
    } else if (event.key === 'Enter' && active() >= 0) open(apps()[active()]);
    else if (event.key === 'Enter') setIsEntered(true);
    else if (event.key === 'Escape') {
      setIsOpen(false);
      setIsEntered(false);
    } else return;
    event.preventDefault();
  };
  return (
    <search class="search">
      <input
        type="search"
        role="combobox"
        placeholder="Search apps by name, symbol or address"
        aria-label="Search apps"
        aria-expanded={isShown()}
        aria-controls="search-results"
        aria-autocomplete="list"
        aria-activedescendant={isShown() && active() >= 0 ? `search-${active()}` : undefined}
        autocomplete="off"
        spellcheck={false}
        maxLength={LONGEST_QUERY}
        value={text()}
        onInput={({ target }) => {
          setText(target.value);
          setActive(-1);
          setIsEntered(false);
          setIsOpen(true);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
      />
      <ul
        id="search-results"
        role="listbox"
        aria-label="Apps found"
        hidden={!isShown() || apps().length === 0}
      >
        <For each={apps()}>
          {(app, index) => (
            <li id={`search-${index()}`} role="option" aria-selected={active() === index()}>
              <a
                href={linkTo(`app/${app.tokenAddress}`)}
                tabindex="-1"
                onMouseDown={(event) => {
                  event.preventDefault();
                }}
                onClick={(event) => {
                  event.preventDefault();
                  open(app);
                }}
              >
                <Letters name={app.name} tokenAddress={app.tokenAddress} />
                <span>
                  <Untrusted text={app.name} /> <small>{shortAddress(app.tokenAddress)}</small>
                </span>
                <span>{formatPrice(app.priceUsd, app.priceInPlatform)}</span>
              </a>
            </li>
          )}
        </For>
      </ul>
      <p class="search-note" role="status" hidden={!isShown() || (apps().length > 0 && !found.error())}>
        <Show when={found.error()} fallback="No app is called so.">
          {wordsOf(found.error())}
        </Show>
      </p>
    </search>
  );
}

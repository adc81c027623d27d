import { createSignal } from 'solid-js';

const KEY = 'slipway-theme';

export type Theme = 'light' | 'dark';

const systemIsLight = matchMedia('(prefers-color-scheme: light)');

const [chosen, setChosen] = createSignal<Theme | null>(readChoice());
const [isSystemLight, setSystemLight] = createSignal(systemIsLight.matches);
systemIsLight.addEventListener('change', ({ matches }) => setSystemLight(matches));
apply();

/** The theme chosen on this machine, else the system's. */
export function theme(): Theme {
  return chosen() ?? (isSystemLight() ? 'light' : 'dark');
}

export function chooseTheme(choice: Theme): void {
  localStorage.setItem(KEY, choice);
  setChosen(choice);
  apply();
}

function readChoice(): Theme | null {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : null;
}

function apply(): void {
  const choice = chosen();
  if (choice !== null) document.documentElement.dataset['theme'] = choice;
}

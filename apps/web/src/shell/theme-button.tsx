import type { JSX } from 'solid-js';
import { chooseTheme, theme, type Theme } from './theme.js';

export function ThemeButton(): JSX.Element {
  const other = (): Theme => (theme() === 'dark' ? 'light' : 'dark');
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Use ${other()} colours`}
      onClick={() => {
        chooseTheme(other());
      }}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z" />
      </svg>
    </button>
  );
}

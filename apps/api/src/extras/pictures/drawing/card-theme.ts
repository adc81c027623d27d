import type { Trend } from './line-points.js';

export const CARD_THEMES = ['dark', 'light'] as const;
export type CardTheme = (typeof CARD_THEMES)[number];

export interface CardColours {
  /** From the top left to the bottom right. */
  readonly ground: readonly [string, string];
  readonly text: string;
  readonly muted: string;
  readonly track: string;
  readonly trend: Readonly<Record<Trend, string>>;
}

export const CARD_COLOURS: Readonly<Record<CardTheme, CardColours>> = {
  dark: {
    ground: ['#0a0e1a', '#151d33'],
    text: '#f4f7fd',
    muted: '#93a0bb',
    track: '#27314b',
    trend: { up: '#2fd08c', down: '#ff6070', flat: '#93a0bb' },
  },
  light: {
    ground: ['#ffffff', '#eef2fa'],
    text: '#0c1424',
    muted: '#56627c',
    track: '#d9e0ee',
    trend: { up: '#088a55', down: '#d02b41', flat: '#56627c' },
  },
};

/** Pairs of colours that tell one app's letter from another's. */
const AVATARS: readonly (readonly [string, string])[] = [
  ['#4f7cff', '#8a5bff'],
  ['#00a6a6', '#2f7bff'],
  ['#ff7a45', '#e0337f'],
  ['#12a150', '#0a7f8f'],
  ['#b44dff', '#ff4d8d'],
  ['#f5a623', '#e8542f'],
  ['#2f6fed', '#00b3c6'],
  ['#d6336c', '#7048e8'],
];

/** An app's own two colours: always the same for the same token. */
export function avatarColours(tokenAddress: string): readonly [string, string] {
  return AVATARS[Number.parseInt(tokenAddress.slice(-4), 16) % AVATARS.length] ?? ['#4f7cff', '#8a5bff'];
}

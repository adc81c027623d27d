import { formatChange, formatPrice, formatUsd } from '@slipway/sdk';
import { toGraphemes } from '../src/extras/pictures/drawing/visible-text.js';
import type { App, Trade } from './feed.js';

/** Strangers' words reach the page as text of elements, and in no other way. */
function write(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element !== null) element.textContent = text;
}

const lineOf = (text: string, most: number): string => toGraphemes(text).slice(0, most).join('');

export function showApp(app: App): void {
  const [name, symbol] = [lineOf(app.name, 64), lineOf(app.symbol, 24)];
  document.title = `${symbol} ${formatPrice(app.priceUsd, app.priceInPlatform)}`;
  write('name', name === '' ? symbol : name);
  write('symbol', symbol);
  showPrice(app.priceUsd, app.priceInPlatform, app.priceChange24h);
}

function showPrice(usd: number | null, inPlatform: string | null, change: number | null): void {
  write('price', usd === null && inPlatform === null ? 'No price yet' : formatPrice(usd, inPlatform));
  write('change', change === null ? '' : `${formatChange(change)} 24 h`);
  document.getElementById('change')?.classList.toggle('down', (change ?? 0) < 0);
}

export function showTrades(trades: readonly Trade[]): void {
  const rows = trades.map(({ type, timestamp, priceUsd, valueUsd }) => {
    const row = document.createElement('tr');
    row.className = type === 'sell' ? 'down' : 'up';
    const cells = [
      type === 'sell' ? 'Sell' : 'Buy',
      formatUsd(priceUsd),
      formatUsd(valueUsd),
      timeOf(timestamp),
    ];
    row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
    return row;
  });
  document.querySelector('#swaps tbody')?.replaceChildren(...rows);
}

const timeOf = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');

export function showError(message: string): void {
  write('message', message);
  document.body.classList.remove('waiting');
  document.body.classList.add('failed');
}

import { ExportError, toObject } from './manifest.js';

const ZERO = `0x${'0'.repeat(40)}`;
const INTEGER = /^-?\d{1,100}$/;
const DECIMAL = /^\d{1,60}([.]\d{1,60})?$/;
const HOUR = 3_600;
const USD_DECIMALS = 26;

/** What an app comes to. */
export interface AppFigures {
  readonly symbol: string;
  /** Wei. */
  readonly supply: bigint;
  readonly holders: number;
  readonly trades: number;
  /** Wei of the platform token. */
  readonly volumePlatform: bigint;
  /** A decimal; null when a trade has none. */
  readonly volumeUsd: string | null;
}

interface Hour {
  trades: number;
  volume: bigint;
}

type Row = Readonly<Record<string, unknown>>;

/** Counts one app from the rows of an export: the same figures in several ways, which have to agree. */
export class AppRecount {
  private readonly symbols: string[] = [];
  /** By transfers, and by the changes that the export has. */
  private readonly balances = new Map<string, bigint>();
  private readonly changes = new Map<string, bigint>();
  /** Of each wallet the last. */
  private readonly positions = new Map<string, bigint>();
  private readonly hours = new Map<number, Hour>();
  private readonly candles = new Map<number, Hour>();
  private supply = 0n;
  private trades = 0;
  private volume = 0n;
  private usd: bigint | null = 0n;

  private readonly token: string;

  /** @param token of the app, in any case */
  constructor(token: string) {
    this.token = token.toLowerCase();
  }

  /** Takes a line of a set's file; those of a set in order. */
  add(set: string, line: string): void {
    // Most lines are of other apps.
    if (!line.toLowerCase().includes(this.token)) return;
    const row = toObject(JSON.parse(line), `a row of ${set}`);
    if (textOf(row, 'token').toLowerCase() !== this.token) return;
    if (set === 'launches') this.symbols.push(String(row['symbol']));
    else if (set === 'transfers') this.addTransfer(row);
    else if (set === 'holders') addTo(this.changes, textOf(row, 'holder'), integerOf(row, 'change'));
    else if (set === 'positions') this.positions.set(textOf(row, 'wallet'), integerOf(row, 'quantity'));
    else if (set === 'trades') this.addTrade(row);
    else if (set === 'candles' && row['seconds'] === HOUR)
      this.candles.set(secondsOf(row, 'open_time'), {
        trades: Number(row['trades']),
        volume: integerOf(row, 'volume_platform'),
      });
  }

  /** @throws ExportError with all that does not agree */
  figures(): AppFigures {
    const [symbol] = this.symbols;
    if (symbol === undefined) throw new ExportError(`no app has ${this.token}`);
    const wrong = [
      ...(this.symbols.length === 1 ? [] : [`${this.token} was launched ${this.symbols.length} times`]),
      ...this.compareBalances(),
      ...this.compareHours(),
    ];
    if (wrong.length > 0) throw new ExportError(wrong.slice(0, 20).join('\n'));
    return {
      symbol,
      supply: this.supply,
      holders: [...this.balances.values()].filter((balance) => balance > 0n).length,
      trades: this.trades,
      volumePlatform: this.volume,
      volumeUsd: this.usd === null ? null : toDecimal(this.usd),
    };
  }

  private addTransfer(row: Row): void {
    const [sender, recipient] = [textOf(row, 'sender'), textOf(row, 'recipient')];
    const amount = integerOf(row, 'amount');
    if (sender === ZERO) this.supply += amount;
    else addTo(this.balances, sender, -amount);
    if (recipient === ZERO) this.supply -= amount;
    else addTo(this.balances, recipient, amount);
  }

  private addTrade(row: Row): void {
    const amount = integerOf(row, 'platform_amount');
    const opens = Math.floor(secondsOf(row, 'time') / HOUR) * HOUR;
    const hour = this.hours.get(opens) ?? { trades: 0, volume: 0n };
    this.hours.set(opens, { trades: hour.trades + 1, volume: hour.volume + amount });
    this.trades += 1;
    this.volume += amount;
    const usd = row['usd_amount'];
    this.usd = this.usd === null || usd === null ? null : this.usd + unitsOf(row, 'usd_amount');
  }

  private compareBalances(): string[] {
    const wrong: string[] = [];
    for (const wallet of new Set([...this.balances.keys(), ...this.changes.keys()])) {
      const [moved, changed] = [this.balances.get(wallet) ?? 0n, this.changes.get(wallet) ?? 0n];
      if (moved < 0n) wrong.push(`${wallet} sent more than it had`);
      if (moved !== changed)
        wrong.push(`${wallet} has ${moved} by transfers, ${changed} by changes of balances`);
    }
    for (const [wallet, quantity] of this.positions)
      if (quantity !== (this.balances.get(wallet) ?? 0n))
        wrong.push(
          `${wallet} has ${this.balances.get(wallet) ?? 0n} by transfers, ${quantity} by its position`,
        );
    const sum = [...this.changes.values()].reduce((total, balance) => total + balance, 0n);
    if (sum !== this.supply) wrong.push(`the supply is ${this.supply}, the sum of balances ${sum}`);
    return wrong;
  }

  /** The candle of an hour is published when a later block has closed it: the newest may lack theirs. */
  private compareHours(): string[] {
    const last = Math.max(-1, ...this.candles.keys());
    const wrong: string[] = [];
    for (const opens of new Set([...this.hours.keys(), ...this.candles.keys()])) {
      if (opens > last) continue;
      const [hour, candle] = [this.hours.get(opens), this.candles.get(opens)];
      if ((hour?.trades ?? 0) !== (candle?.trades ?? 0) || (hour?.volume ?? 0n) !== (candle?.volume ?? 0n))
        wrong.push(
          `the hour of ${new Date(opens * 1_000).toISOString()} has ${hour?.volume ?? 0n} by trades, ${candle?.volume ?? 0n} by its candle`,
        );
    }
    return wrong;
  }
}

function addTo(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

function textOf(row: Row, name: string): string {
  const value = row[name];
  if (typeof value !== 'string' || value.length > 100) throw new ExportError(`a row has no ${name}`);
  return value;
}

function integerOf(row: Row, name: string): bigint {
  const text = textOf(row, name);
  if (!INTEGER.test(text)) throw new ExportError(`${name} of a row is no amount`);
  return BigInt(text);
}

function unitsOf(row: Row, name: string): bigint {
  const text = textOf(row, name);
  const [whole = '', fraction = ''] = text.split('.');
  if (!DECIMAL.test(text) || fraction.length > USD_DECIMALS)
    throw new ExportError(`${name} of a row is no amount`);
  return BigInt(whole + fraction.padEnd(USD_DECIMALS, '0'));
}

function toDecimal(units: bigint): string {
  const text = units.toString().padStart(USD_DECIMALS + 1, '0');
  return `${text.slice(0, -USD_DECIMALS)}.${text.slice(-USD_DECIMALS)}`.replace(/[.]?0+$/, '');
}

function secondsOf(row: Row, name: string): number {
  const time = Date.parse(textOf(row, name));
  if (Number.isNaN(time)) throw new ExportError(`${name} of a row is no time`);
  return time / 1_000;
}

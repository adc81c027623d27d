import { parseAddress, type Address } from '@slipway/domain';

/** How a chart is shown; GeckoTerminal's names for it. */
interface EmbedOptions {
  readonly info: '0' | '1';
  readonly swaps: '0' | '1';
  readonly grayscale: '0' | '1';
  readonly light_chart: '0' | '1';
  readonly chart_type: 'price' | 'market_cap';
  readonly resolution: string;
  /** Six hexadecimal digits, or the theme's own ground. */
  readonly bg_color: string | null;
}

const SWITCH = ['0', '1'];

/** Words that each parameter may be. `embed` is GeckoTerminal's too: this page is nothing else. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  embed: SWITCH,
  info: SWITCH,
  swaps: SWITCH,
  grayscale: SWITCH,
  light_chart: SWITCH,
  chart_type: ['price', 'market_cap'],
  resolution: ['1m', '5m', '15m', '1h', '4h', '1d', '1w'],
};

const COLOUR = /^[0-9a-fA-F]{6}$/;

const DEFAULTS: EmbedOptions = {
  ...{ info: '1', swaps: '0', grayscale: '0', light_chart: '0' },
  ...{ chart_type: 'price', resolution: '1h', bg_color: null },
};

const LONGEST_NAME = 32;

/** The mistake in a request for a chart, or how the chart is shown. */
export type EmbedRequest =
  | { readonly token: Address; readonly options: EmbedOptions; readonly issue: null }
  | { readonly issue: string };

/** @param query decoded names and values; what could not be decoded is empty */
export function readEmbedRequest(
  address: string,
  query: Readonly<Record<string, string | undefined>>,
): EmbedRequest {
  const token = parseAddress(address);
  if (token === null) return { issue: 'The address must be 0x and 40 hexadecimal digits.' };
  for (const [name, value] of Object.entries(query)) {
    const issue = checkParameter(name, value ?? '');
    if (issue !== null) return { issue };
  }
  return { token, options: { ...DEFAULTS, ...query }, issue: null };
}

function checkParameter(name: string, value: string): string | null {
  if (name === 'bg_color')
    return COLOUR.test(value) ? null : 'bg_color must be six hexadecimal digits, such as 111827.';
  const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (words === undefined) return `There is no parameter ${name.slice(0, LONGEST_NAME)}.`;
  return words.includes(value) ? null : `${name} must be one of ${words.join(', ')}.`;
}

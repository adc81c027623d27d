/** What the server writes into the page: options that it has checked, or why there is no chart. */
export interface EmbedData {
  /** Path of the interface, such as `/v1`. */
  readonly api: string;
  readonly token: string;
  readonly error: string | null;
  readonly isInfoShown: boolean;
  readonly areSwapsShown: boolean;
  readonly isLight: boolean;
  readonly chartType: 'price' | 'market_cap';
  readonly resolution: string;
  /** Six hexadecimal digits; null is the theme's own. */
  readonly background: string | null;
}

export function readEmbedData(body: HTMLElement): EmbedData {
  const {
    api = '/v1',
    token = '',
    error,
    info,
    swaps,
    light,
    type,
    resolution = '1h',
    background,
  } = body.dataset;
  return {
    ...{ api, token, resolution, error: error ?? null, background: background ?? null },
    ...{ isInfoShown: info === '1', areSwapsShown: swaps === '1', isLight: light === '1' },
    chartType: type === 'market_cap' ? type : 'price',
  };
}

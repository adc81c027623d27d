/**
 * What the page is told by its HTML, each a `data-` attribute of `body`: the path of its root with a slash at its end, the
 * path of the interface, such as `/v1`; of a local network its faucet, its JSON-RPC and its chain id.
 */
type WebPlaces = Readonly<Record<'base' | 'api', string>> &
  Partial<Readonly<Record<'faucet' | 'rpc' | 'chain', string>>>;

/** The built page, at the paths where it is served: its files are named from the root, as its places are at several depths. */
export function renderWebHtml(built: string, places: WebPlaces): string {
  const data = Object.entries(places)
    .map(([name, text]) => ` data-${name}="${escapeAttribute(text)}"`)
    .join('');
  return built.replaceAll('"./', `"${escapeAttribute(places.base)}`).replace('<body>', `<body${data}>`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

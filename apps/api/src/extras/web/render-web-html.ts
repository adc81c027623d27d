/**
 * What the page is told by its HTML, each a `data-` attribute of `body`: the path of its root with a slash at its end, the
 * path of the interface, such as `/v1`; of a local network its faucet, its JSON-RPC and its chain id.
 */
type WebUrls = Readonly<Record<'base' | 'api', string>> &
  Partial<Readonly<Record<'faucet' | 'rpc' | 'chain', string>>>;

/** The built page, at the paths where it is served: its files are named from the root, as its URLs have several depths. */
export function renderWebHtml(built: string, urls: WebUrls): string {
  const data = Object.entries(urls)
    .map(([name, text]) => ` data-${name}="${escapeAttribute(text)}"`)
    .join('');
  return built.replaceAll('"./', `"${escapeAttribute(urls.base)}`).replace('<body>', `<body${data}>`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

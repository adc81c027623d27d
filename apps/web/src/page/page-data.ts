/** What the server writes into the page. */
interface PageData {
  /** Path of the page's root, with a slash at its end. */
  readonly base: string;
  /** Path of the interface, such as `/v1`. */
  readonly api: string;
  /** Of a local network: where wallets are funded, its JSON-RPC, its id. Null and 0 elsewhere. */
  readonly faucet: string | null;
  readonly rpc: string | null;
  readonly chain: number;
}

const { base = '/', api = '/v1', faucet = null, rpc = null, chain } = document.body.dataset;

export const pageData: PageData = { base, api, faucet, rpc, chain: Number(chain ?? 0) };

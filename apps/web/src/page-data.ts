/** What the server writes into the page. */
interface PageData {
  /** Path of the page's root, with a slash at its end. */
  readonly base: string;
  /** Path of the interface, such as `/v1`. */
  readonly api: string;
}

const { base = '/', api = '/v1' } = document.body.dataset;

export const pageData: PageData = { base, api };

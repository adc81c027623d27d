import { chromium, type Browser, type Response } from 'playwright-core';
import { findProgram } from './find-program.js';
import { noteResponse, pathOf, type Exchange } from './http/received-responses.js';

/** The flags are what a container without a display, a GPU or a network has room for. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** As `until` waits: on a busy machine a page takes longer than Playwright's 30 s. */
const LONGEST_MS = 500_000;

/**
 * A headless browser: the machine's own, for suites that are described with `chromium`. What its pages receive is compared
 * with the description, as all responses are.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findProgram('chromium') ?? 'chromium',
    args: FLAGS,
    timeout: LONGEST_MS,
  });
  const newContext = browser.newContext.bind(browser);
  // Its newPage() makes a context too.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(LONGEST_MS);
    context.on('response', (response) => {
      // The script of the page at `/docs` is 1.6 MB, which would come through the debugger too.
      if (pathOf(response.url()) !== null && !staysOpen(response)) noteResponse(readExchange(response));
    });
    return context;
  };
  return browser;
}

/** A stream has no end to wait for. */
function staysOpen(response: Response): boolean {
  return response.headers()['content-type']?.startsWith('text/event-stream') === true;
}

async function readExchange(response: Response): Promise<Exchange> {
  const status = response.status();
  // The browser adds the body that it kept to a 304.
  const text = status === 304 ? '' : await response.text();
  // Where it revalidated, the received headers are those of the 304, and the first ones those of what it kept.
  const headers: Record<string, string> = { ...response.headers(), ...(await response.allHeaders()) };
  const header = (name: string): string | null => headers[name.toLowerCase()] ?? null;
  return { method: response.request().method(), target: response.url(), status, header, text };
}

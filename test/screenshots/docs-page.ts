import { launchBrowser } from '../support/browser.js';
import { injectWallets, InjectedWallet } from '../support/injected-wallet.js';

const FILE = 'apps/api/docs-page/screenshot.png';

/** Takes the picture of `/docs` that docs/build/sign-in.md shows, from a running system. */
async function main(url = 'http://localhost:3000/docs'): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 440 } });
    await injectWallets(page, [new InjectedWallet('Paper Fox', 1), new InjectedWallet('Green Frog', 2)]);
    await page.goto(url);
    await page.getByRole('heading', { name: 'Slipway' }).waitFor();
    await page.getByRole('button', { name: 'Sign in with a wallet' }).click();
    await page.screenshot({ path: FILE });
  } finally {
    await browser.close();
  }
}

await main(process.argv[2]);

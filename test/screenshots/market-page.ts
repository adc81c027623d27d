import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { injectWallets, InjectedWallet } from '../support/injected-wallet.js';

/** README's picture, the best one. */
const BEST = 'apps/web/screenshot.png';

const SIZES = { desktop: { width: 1_440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/**
 * Takes pictures of every screen of the market page of a running local network: light and dark, on a desktop and on a phone.
 *
 *     npm run write -- screenshots FOLDER [http://localhost:3000] [http://localhost:8545]
 */
async function main(
  folder: string,
  origin = 'http://localhost:3000',
  rpcUrl = 'http://localhost:8545',
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [size, viewport] of Object.entries(SIZES)) {
        const page = await browser.newPage({ viewport, colorScheme });
        await injectWallets(page, [new InjectedWallet('Paper Fox', 5, rpcUrl)]);
        await takeAll(page, origin, (name) => path.join(folder, `${name}-${colorScheme}-${size}.png`));
        if (colorScheme === 'dark' && size === 'desktop') await takeBest(page, origin);
        await page.close();
      }
  } finally {
    await browser.close();
  }
}

async function takeAll(page: Page, origin: string, fileOf: (name: string) => string): Promise<void> {
  const take = (name: string): Promise<unknown> => page.screenshot({ path: fileOf(name), fullPage: true });
  await page.goto(origin);
  await page.locator('.live-mark.open').waitFor();
  await page.locator('.boards tbody tr').first().waitFor();
  await take('home');
  await page.getByRole('button', { name: 'As a list' }).click();
  await take('home-list');
  await page.getByRole('combobox').fill('har');
  await page.getByRole('option').first().waitFor();
  await take('search');
  await page.keyboard.press('Escape');
  await page.locator('.card-link').first().click();
  await page.locator('.chart canvas').first().waitFor();
  await page.locator('.live-mark.open').waitFor();
  await page.getByLabel(/^You pay/).fill('100');
  await page.locator('.quote').waitFor();
  await page.locator('#launch').scrollIntoViewIfNeeded();
  await page.locator('#launch summary').first().click();
  await page.evaluate('scrollTo(0, 0)');
  await page.waitForTimeout(700);
  await take('app');
  await page.getByRole('button', { name: 'Market cap' }).click();
  await page.getByText('The last candles as a table').click();
  await page.waitForTimeout(300);
  await take('app-market-cap');
  await page.getByRole('link', { name: 'Portfolio' }).click();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await take('wallets');
  await page.getByRole('button', { name: 'Paper Fox' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('td.named').first().waitFor();
  await page.locator('.history .line').waitFor();
  await page.waitForTimeout(500);
  await take('portfolio');
  await page.getByRole('link', { name: 'Rewards' }).click();
  await page.getByRole('heading', { name: 'Yours to claim' }).waitFor();
  await page.locator('.claims li').first().waitFor();
  await take('rewards');
  await page.getByRole('link', { name: 'Launch', exact: true }).click();
  await page.getByLabel('Name').fill('Harbor Lights');
  await page.getByLabel('Symbol').fill('HRBR');
  await page.waitForTimeout(1_200);
  await take('launch');
  await page.getByLabel('Name').fill('Slipway');
  await page.getByLabel('Symbol').fill('x');
  await page.locator('.issue').first().waitFor();
  await take('launch-refused');
}

async function takeBest(page: Page, origin: string): Promise<void> {
  await page.setViewportSize({ width: 1_200, height: 760 });
  await page.goto(origin);
  await page.locator('.live-mark.open').waitFor();
  await page.locator('.boards tbody tr').first().waitFor();
  // The stream tells of launches first.
  await page.locator('.event.buy, .event.sell').nth(3).waitFor();
  await page.screenshot({ path: BEST });
}

const [folder = '.data/screenshots', ...rest] = process.argv.slice(2);
await main(folder, ...rest);

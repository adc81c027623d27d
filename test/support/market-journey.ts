import type { Page } from 'playwright-core';
import { until } from './until.js';

/** What people do in the market page, step by step. */
export class MarketJourney {
  constructor(
    private readonly page: Page,
    private readonly origin: string,
  ) {}

  /** All that a trader does, from the sign-in to an empty position, in one load of the page. */
  async playAll(walletName: string): Promise<void> {
    const own = this.page.locator('td.named', { hasText: 'HRBR' });
    await this.connect(walletName);
    await this.goTo('Portfolio');
    await this.signIn();
    expect(await this.positions()).not.toContainEqual(expect.stringContaining('HRBR'));
    await this.launch('Harbor Lights', 'HRBR');
    const isSame = await this.page.evaluate<boolean>('(globalThis.isSame = true)');
    await this.buy('50');
    await this.seeOwnTrades(1);
    await this.seeCandle();
    await this.buy('100');
    await this.seeOwnTrades(2);
    await this.goTo('Portfolio');
    await own.waitFor();
    await this.page.goBack();
    await this.sellAll();
    await this.seeOwnTrades(3);
    await this.goTo('Rewards');
    await this.claim();
    await this.goTo('Portfolio');
    await this.page.locator('td.named').first().waitFor();
    await own.waitFor({ state: 'detached' });
    expect(isSame && (await this.page.evaluate<boolean>('globalThis.isSame === true'))).toBe(true);
  }

  /** Opens a place of the page without loading it anew: the wallet and the token are in its memory. */
  async goTo(name: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name }).click();
  }

  async makeWallet(): Promise<string> {
    await this.page.goto(this.origin);
    await this.page.getByRole('button', { name: 'Connect wallet' }).click();
    await this.page.getByRole('button', { name: 'Make a local wallet' }).click();
    await this.page.locator('.wallet-button code').waitFor();
    await this.page.locator('.wallet-button').click();
    const address = await this.page.locator('dialog .address').textContent();
    await this.page.getByRole('button', { name: 'Close' }).click();
    return address!;
  }

  /** Returns the token. */
  async launch(name: string, symbol: string): Promise<string> {
    await this.goTo('Launch');
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Symbol').fill(symbol);
    await this.page.getByRole('button', { name: /^Launch for / }).click();
    await this.page.waitForURL('**/app/0x*');
    return this.page.url().split('/').at(-1)!;
  }

  async connect(walletName: string): Promise<void> {
    await this.page.goto(this.origin);
    await this.page.getByRole('button', { name: 'Connect wallet' }).click();
    await this.page.getByRole('button', { name: walletName }).click();
    await this.page.locator('.wallet-button code').waitFor();
  }

  async buy(amount: string): Promise<void> {
    await this.page.getByLabel(/^You pay/).fill(amount);
    await this.page.locator('.quote').waitFor();
    await this.submitUntil(/^Bought /);
  }

  async sellAll(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sell', exact: true }).click();
    await this.page.getByRole('button', { name: '100 %' }).click();
    await this.submitUntil(/^Sold /);
  }

  /** Others trade meanwhile: where the page says that its numbers moved, and shows new ones, a trader presses again. */
  private async submitUntil(done: RegExp): Promise<void> {
    const [told, moved] = [this.page.getByText(done), this.page.getByText(/press again\.$/)];
    for (let time = 1; time < 5; time++) {
      await this.page.locator('.submit').click();
      await told.or(moved).first().waitFor();
      if (await told.isVisible()) return;
    }
    await this.page.locator('.submit').click();
    await told.waitFor();
  }

  /** Waits until so many of the wallet's own trades are listed. */
  async seeOwnTrades(count: number): Promise<void> {
    await until(`${count} own trades`, async () => (await this.page.locator('tr.own').count()) === count);
  }

  /** Waits until the chart has a candle, with a row of the table beside it. */
  async seeCandle(): Promise<void> {
    await until('a candle', async () => {
      const label = await this.page.locator('.chart').getAttribute('aria-label');
      return label?.includes('the last closes at $') === true;
    });
    await this.page.getByText('The last candles as a table').click();
    await this.page.locator('.chart-table tbody tr').first().waitFor();
  }

  async claim(): Promise<void> {
    await this.page.getByRole('button', { name: /^Claim/ }).click();
    await this.page.getByText(/^Claimed/).waitFor();
    await this.page.getByText('Nothing to claim now.').waitFor();
  }

  async signIn(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  async positions(): Promise<string[]> {
    await this.page.getByRole('heading', { name: 'Positions' }).waitFor();
    return this.page.locator('td.named').allTextContents();
  }
}

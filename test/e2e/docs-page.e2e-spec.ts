import type { Browser, BrowserContext, Page } from 'playwright-core';
import { toAddress } from '@slipway/domain';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { injectWallets, InjectedWallet, USER_REJECTED } from '../support/injected-wallet.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { IndexFixture } from '../support/index-fixture.js';
import { startApiOf, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

describeWith('chromium', 'Swagger UI with "Sign in with a wallet", in a browser', () => {
  let chain: LaunchpadFixture;
  let indexed: IndexFixture;
  let token: string;
  let api: RunningApi;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** What the browser complained about: a policy that is too strict shows here. */
  let complaints: string[];
  const [fox, frog] = [new InjectedWallet('Paper Fox', 1), new InjectedWallet('Green Frog', 2)];
  const old = new InjectedWallet('Browser wallet', 3);

  beforeAll(async () => {
    [chain, browser] = await Promise.all([LaunchpadFixture.start(), launchBrowser()]);
    // The page keeps nothing in the browser: one context compiles its script once.
    context = await browser.newContext();
    token = await chain.launch(toAddress(chain.traders[0]!));
    indexed = await IndexFixture.open(chain.anvil.rpcUrl, { local: true });
    await indexed.catchUp();
    api = await startApiOf({
      DATABASE_URL: indexed.database.url,
      RPC_URL: chain.anvil.rpcUrl,
      RATE_LIMIT_READ_PER_MINUTE: '1000',
    });
  });

  afterAll(async () => {
    await Promise.all([browser.close(), api.close()]);
    await indexed.close();
    await chain.stop();
  });

  /** Tests of one load of the page, in their order: Swagger UI takes seconds of a core to appear. */
  function visit(
    title: string,
    { wallets = [], host, door }: { wallets?: InjectedWallet[]; host?: string; door?: 'window.ethereum' },
    tests: () => void,
  ): void {
    describe(title, () => {
      beforeAll(async () => {
        page = await context.newPage();
        page.setDefaultTimeout(300_000);
        complaints = [];
        page.on('pageerror', ({ message }) => complaints.push(message));
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        await injectWallets(page, wallets, door);
        await page.goto(`http://${host ?? 'localhost'}:${api.port}/docs`);
        await page.getByRole('heading', { name: 'Slipway' }).waitFor();
      });

      afterAll(async () => {
        await page.close();
      });

      tests();
    });
  }

  const dialog = () => page.getByRole('dialog', { name: 'Sign in with a wallet' });
  const status = () => page.locator('#sign-in-status');
  const signOut = () => page.getByRole('button', { name: 'Sign out', exact: true });

  async function chooseWallet({ name }: InjectedWallet): Promise<void> {
    await page.getByRole('button', { name: 'Sign in with a wallet' }).click();
    await dialog().getByRole('button', { name }).click();
  }

  /** Signs in, and returns the token that the page was given. */
  async function signIn(wallet: InjectedWallet): Promise<string> {
    const signedIn = page.waitForResponse((response) => response.url().endsWith('/auth/token'));
    await chooseWallet(wallet);
    const { accessToken } = (await (await signedIn).json()) as { accessToken: string };
    await signOut().waitFor();
    return accessToken;
  }

  /** Presses Execute of `GET /auth/session` in Swagger UI. */
  async function executeSession(): Promise<{ authorization: string | undefined; status: number }> {
    const operation = page.locator('#operations-Auth-getSession');
    const execute = operation.getByRole('button', { name: 'Execute' });
    if (!(await execute.isVisible())) await operation.locator('.opblock-summary-control').click();
    const signedIn = page.waitForResponse((response) => response.url().endsWith('/auth/session'));
    await execute.click();
    const response = await signedIn;
    return { authorization: response.request().headers()['authorization'], status: response.status() };
  }

  function sessionFromPage(token: string): Promise<{ status: number; body: unknown }> {
    return page.evaluate(
      async ([url, bearer]) => {
        const response = await fetch(url!, { headers: { Authorization: `Bearer ${bearer!}` } });
        return { status: response.status, body: await response.json() };
      },
      [`http://localhost:${api.port}/v1/auth/session`, token],
    );
  }

  /** Opens an operation and presses Execute without touching anything else. */
  async function clickThrough(id: string, path: RegExp): Promise<{ url: string; status: number }> {
    const operation = page.locator(`#operations-${id}`);
    await operation.locator('.opblock-summary-control').click();
    const responded = page.waitForResponse((response) => path.test(response.url()));
    await operation.getByRole('button', { name: 'Execute' }).click();
    const response = await responded;
    return { url: response.url(), status: response.status() };
  }

  visit('with two wallets', { wallets: [fox, frog] }, () => {
    let accessToken: string;

    it('lets a person choose an announced wallet, sign, and call operations as that wallet', async () => {
      accessToken = await signIn(frog);
      expect(await status().textContent()).toMatch(
        new RegExp(`^Signed in as ${frog.account.address} until \\d`),
      );
      expect(frog.requests.map(({ method }) => method)).toEqual(['eth_requestAccounts', 'personal_sign']);
      expect(fox.requests).toEqual([]);
      expect(await sessionFromPage(accessToken)).toMatchObject({
        status: 200,
        body: { address: frog.account.address },
      });
      expect(await executeSession()).toEqual({ authorization: `Bearer ${accessToken}`, status: 200 });
      expect(complaints).toEqual([]);
    });

    it('signs out: the API refuses the token, Swagger UI sends none', async () => {
      const revoked = page.waitForResponse((response) => response.url().endsWith('/auth/logout'));
      await signOut().click();
      expect((await revoked).status()).toBe(204);
      await status().getByText('Signed out.', { exact: true }).waitFor();
      expect((await sessionFromPage(accessToken)).status).toBe(401);
      expect(await executeSession()).toEqual({ authorization: undefined, status: 401 });
    });

    it("takes Swagger UI's own Logout for a sign-out", async () => {
      const token = await signIn(fox);
      await page.getByRole('button', { name: 'Authorize', exact: true }).click();
      const revoked = page.waitForResponse((response) => response.url().endsWith('/auth/logout'));
      await page.getByRole('button', { name: 'Remove authorization' }).click();
      expect((await revoked).status()).toBe(204);
      await status().getByText('Signed out.', { exact: true }).waitFor();
      expect((await sessionFromPage(token)).status).toBe(401);
    });
  });

  visit('without a wallet', {}, () => {
    it('has operations that work at the first click, with an app that exists', async () => {
      for (const [id, path] of [
        ['Apps-getApp', /\/v1\/apps\/0x/],
        ['Market-listCandles', /\/v1\/candles\/0x.*interval=/],
        ['Market-listPrices', /\/v1\/prices\?tokens=0x/],
        ['Preflight-preflightLaunch', /\/v1\/preflight\/launch/],
      ] as const) {
        const { url, status } = await clickThrough(id, path);
        expect([id, status, url]).toEqual([id, 200, url]);
        if (url.includes('0x')) expect(url).toContain(token);
      }
      expect(complaints).toEqual([]);
    });

    it('names stability and rate class beside each operation, the first ones on the first screen', async () => {
      await page.setViewportSize({ width: 1280, height: 720 });
      const apps = page.locator('#operations-Apps-listApps');
      expect(await apps.locator('.label').allTextContents()).toEqual(['stable', 'read']);
      const count = await page.locator('.opblock').count();
      expect(await page.locator('.opblock .labels').count()).toBe(count);
      const top = (await page.locator('.opblock').first().boundingBox())?.y;
      expect(top).toBeLessThan(500);
      const conventions = page.getByRole('heading', { name: 'Conventions' });
      expect(await conventions.isVisible()).toBe(false);
      await page.getByText('Conventions, freshness, limits, stability and errors').click();
      await conventions.waitFor();
    });

    it('follows the dark scheme of the system', async () => {
      // The page hears of it a frame later.
      const untilItIs = (colour: string) =>
        until(
          `the page is ${colour}`,
          async () => (await page.evaluate('getComputedStyle(document.body).backgroundColor')) === colour,
        );
      await page.emulateMedia({ colorScheme: 'dark' });
      await untilItIs('rgb(28, 32, 34)');
      await page.emulateMedia({ colorScheme: 'light' });
      await untilItIs('rgb(250, 250, 250)');
    });

    it('says what to do where there is no wallet', async () => {
      await page.getByRole('button', { name: 'Sign in with a wallet' }).click();
      await dialog().getByRole('alert').getByText('No wallet was found in this browser.').waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
      await page.locator('#sign-in:focus').waitFor();
    });
  });

  visit('with a wallet that only knows window.ethereum', { wallets: [old], door: 'window.ethereum' }, () => {
    it('takes it, by keyboard alone', async () => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await dialog().waitFor();
      await page.keyboard.press('Enter');
      await status().getByText(`Signed in as ${old.account.address}`).waitFor();
      await page.locator('#sign-out:focus').waitFor();
    });
  });

  visit('at an address that is not registered', { wallets: [fox], host: 'docs.localhost' }, () => {
    it('says who can register it', async () => {
      await chooseWallet(fox);
      const words = `This page's address, http://docs.localhost:${api.port}, is not registered for signing in.`;
      await dialog().getByRole('alert').getByText(words).waitFor();
    });
  });

  visit('with an operation open', { wallets: [fox] }, () => {
    let accessToken: string;

    it("shows a lock only where a token, or a builder's key, is needed", async () => {
      const locked = await page
        .locator('.opblock:has(.authorization__btn) .opblock-summary-path')
        .allTextContents();
      expect(locked.length).toBeGreaterThan(0);
      for (const path of locked) expect(path).toMatch(/address}|session|logout|webhooks/);
    });

    it('fills in the wallet that is signed in, also where an operation is open already', async () => {
      const portfolio = page.locator('#operations-Portfolio-getPortfolio');
      await portfolio.locator('.opblock-summary-control').click();
      await portfolio.getByRole('button', { name: 'Execute' }).waitFor();
      accessToken = await signIn(fox);
      // Swagger UI shows a changed description once it has resolved it.
      const filledIn = portfolio.locator('[data-param-name="address"] input');
      await until(
        'the wallet is filled in',
        async () => (await filledIn.inputValue()) === fox.account.address,
      );
      const responded = page.waitForResponse((response) => response.url().includes('/v1/portfolio/'));
      await portfolio.getByRole('button', { name: 'Execute' }).click();
      const response = await responded;
      expect(response.status()).toBe(200);
      expect(response.url()).toContain(fox.account.address);
    });

    it('sends the token with public operations too', async () => {
      const asked = page.waitForRequest((request) => request.url().includes('/v1/apps/0x'));
      await clickThrough('Apps-getApp', /\/v1\/apps\/0x/);
      expect((await asked).headers()['authorization']).toBe(`Bearer ${accessToken}`);
    });

    it('fits a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await executeSession();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    });
  });

  visit('where signing in fails', { wallets: [fox] }, () => {
    it.each(['eth_requestAccounts', 'personal_sign'])(
      'says so when the person refuses %s, and lets them try again',
      async (method) => {
        fox.refusal = { method, error: USER_REJECTED };
        await chooseWallet(fox);
        const alert = dialog().getByRole('alert');
        await alert.getByText('You said no in the wallet. Nothing was signed.').waitFor();
        await dialog().getByRole('button', { name: fox.name }).click();
        await signOut().click();
        await status().getByText('Signed out.').waitFor();
      },
    );

    it('says that the API is gone', async () => {
      await api.close();
      await chooseWallet(fox);
      const words = `The API at http://localhost:${api.port}/v1 could not be reached.`;
      await dialog().getByRole('alert').getByText(words).waitFor();
    });
  });
});

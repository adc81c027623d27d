import type { Browser, Page } from 'playwright-core';
import { toAddress } from '@slipway/domain';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { injectWallets, InjectedWallet } from '../support/injected-wallet.js';
import { DAY_SECONDS, RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApiOf, type RunningApi } from '../support/running-api.js';

const FINALITY_BLOCKS = 64;

/** Swagger UI takes more than a second of a core for each of its operations. */
const LONGEST_MS = 900_000;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** An operation, and where it is. */
interface Listed extends Operation {
  readonly path: string;
  readonly method: string;
}

describeWith('chromium', 'every operation of the page at /docs, at the first Execute', () => {
  let rewards: RewardFixture;
  let api: RunningApi;
  let browser: Browser;
  let page: Page;
  let operations: readonly Listed[];
  const fox = new InjectedWallet('Paper Fox', 1);

  beforeAll(async () => {
    [rewards, browser] = await Promise.all([RewardFixture.open(), launchBrowser()]);
    const { fixture, index } = rewards;
    const endsAt = new Date(Date.now() + DAY_SECONDS * 1_000);
    const token = await fixture.launch(fixture.trader(2));
    await fixture.buy(fixture.trader(2), token, WHOLE);
    // Comes first, and its tree is nobody's to read.
    await rewards.addList('ebb', new Map([[fox.account.address, WHOLE]]), { endsAt });
    await rewards.addList('tides', new Map([[fox.account.address, WHOLE]]), {
      allocationsPublic: true,
      endsAt,
    });
    for (const id of ['ebb', 'tides']) await rewards.publish(id);
    await fixture.client.mine({ blocks: FINALITY_BLOCKS + 2 });
    await index.catchUp();
    api = await startApiOf({
      DATABASE_URL: rewards.databaseUrl,
      RPC_URL: fixture.anvil.rpcUrl,
      ROUTER_ADDRESS: toAddress(fixture.addresses.router),
      RATE_LIMIT_READ_PER_MINUTE: '10000',
      RATE_LIMIT_HEAVY_PER_MINUTE: '10000',
    });
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await injectWallets(page, [fox]);
    await page.goto(`http://localhost:${api.port}/docs`);
    await page.getByRole('heading', { name: 'Slipway' }).waitFor();
    const { paths } = (await (await fetch(`${api.origin}/openapi.json`)).json()) as { readonly paths: Paths };
    operations = Object.entries(paths)
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ ...operation, path, method })),
      )
      // It ends the session.
      .sort((one, other) => Number(one.operationId === 'logout') - Number(other.operationId === 'logout'));
  });

  afterAll(async () => {
    await Promise.all([browser.close(), api.close()]);
    await rewards.close();
  });

  /** Opens an operation, presses Execute, and closes it again. */
  async function execute({ operationId, tags, path, method, responses }: Listed): Promise<number> {
    const operation = page.locator(`#operations-${tags[0]}-${operationId}`);
    const control = operation.locator('.opblock-summary-control');
    await control.click();
    const asked = new RegExp(`/v1${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    const responded = page.waitForResponse(
      (response) => asked.test(response.url()) && response.request().method() === method.toUpperCase(),
    );
    await operation.getByRole('button', { name: 'Execute' }).click();
    const status = (await responded).status();
    if (operationId === 'openStream') await operation.getByText('event: snapshot').first().waitFor();
    // Swagger UI shows SVG as text.
    if ('image/png' in (responses['200']?.content ?? {})) await expectPicture(operationId);
    await control.click();
    return status;
  }

  async function expectPicture(operationId: string): Promise<void> {
    const picture = page.locator(`[id$="-${operationId}"] .live-responses-table img`);
    await picture.waitFor();
    const width = await picture.evaluate(async (image: unknown) => {
      const shown = image as { decode(): Promise<void>; readonly naturalWidth: number };
      await shown.decode();
      return shown.naturalWidth;
    });
    expect([operationId, width > 0]).toEqual([operationId, true]);
  }

  /** Operations that respond with neither a success nor, where the page lacks what they need, the 401. */
  async function findWrong(isSignedIn: boolean): Promise<[string, number][]> {
    const wrong: [string, number][] = [];
    for (const operation of operations) {
      const status = await execute(operation);
      const schemes = (operation.security ?? [{}]).flatMap((one) => Object.keys(one));
      const lacks = schemes.some((scheme) => scheme !== 'bearerAuth' || !isSignedIn);
      // Nobody has signed the example's message, which is of another page where the API has another port.
      const isRefused = lacks || operation.operationId === 'createToken';
      const refusals = operation.operationId === 'createToken' ? [401, 403] : [401];
      if (isRefused ? !refusals.includes(status) : status >= 300) wrong.push([operation.operationId, status]);
    }
    return wrong;
  }

  it(
    'works without a wallet',
    async () => {
      expect(operations.length).toBeGreaterThan(50);
      expect(await findWrong(false)).toEqual([]);
    },
    LONGEST_MS,
  );

  it(
    'works for a wallet that is signed in',
    async () => {
      await page.getByRole('button', { name: 'Sign in with a wallet' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign in with a wallet' });
      await dialog.getByRole('button', { name: fox.name }).click();
      await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
      expect(await findWrong(true)).toEqual([]);
    },
    LONGEST_MS,
  );
});

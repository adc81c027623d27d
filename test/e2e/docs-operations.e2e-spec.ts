import type { Browser, Page } from 'playwright-core';
import { toAddress } from '@slipway/domain';
import { askAgain } from '../support/ask-again.js';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { injectWallets, InjectedWallet } from '../support/injected-wallet.js';
import { DAY_SECONDS, RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApiOf, type RunningApi } from '../support/running-api.js';

const FINALITY_BLOCKS = 64;

/** Swagger UI takes most of a second of a core for each of its operations. */
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
    page = await browser.newPage({ viewport: { width: 640, height: 480 } });
    page.setDefaultTimeout(300_000);
    await injectWallets(page, [fox]);
    await page.goto(`http://localhost:${api.port}/docs`);
    await page.getByRole('heading', { name: 'Slipway' }).waitFor();
    for (const heading of await page.locator('.opblock-tag').all()) await heading.click();
    const { paths } = (await (await fetch(`${api.origin}/openapi.json`)).json()) as { readonly paths: Paths };
    operations = Object.entries(paths)
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ ...operation, path, method })),
      )
      .sort((one, other) => one.tags[0].localeCompare(other.tags[0]))
      // It ends the session.
      .sort((one, other) => Number(one.operationId === 'logout') - Number(other.operationId === 'logout'));
  }, LONGEST_MS);

  afterAll(async () => {
    await Promise.all([browser.close(), api.close()]);
    await rewards.close();
  });

  /** Opens what the heading of a tag has below it, or closes it: at every change Swagger UI renders all that is open. */
  async function toggleTag(tag: string): Promise<void> {
    await page.locator(`#operations-tag-${tag}`).click();
  }

  /** Opens an operation, presses Execute, and closes it again. */
  async function execute({ operationId, tags, path, method, responses }: Listed): Promise<number> {
    const operation = page.locator(`#operations-${tags[0]}-${operationId}`);
    const control = operation.locator('.opblock-summary-control');
    await control.click();
    const asked = new RegExp(`/v1${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    const press = async (): Promise<number> => {
      const responded = page.waitForResponse(
        (response) => asked.test(response.url()) && response.request().method() === method.toUpperCase(),
      );
      await operation.getByRole('button', { name: 'Execute' }).click();
      return (await responded).status();
    };
    // A picture that takes longer than the API waits is asked for again.
    const status = await askAgain(press, (received) => received);
    if (operationId === 'openStream') {
      const snapshot = operation.getByText('event: snapshot').first();
      // A busy machine may take longer for it than the two seconds that the page listens.
      for (let isShown = false; !isShown;) {
        isShown = await snapshot.waitFor({ timeout: 30_000 }).then(
          () => true,
          () => false,
        );
        if (!isShown) await press();
      }
    }
    // Swagger UI shows SVG as text.
    if (status === 200 && 'image/png' in (responses['200']?.content ?? {})) await expectPicture(operationId);
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

  /** Operations, of some, that respond with neither a success nor, where the page lacks what they need, the 401. */
  async function findWrong(some: readonly Listed[], isSignedIn: boolean): Promise<[string, number][]> {
    const wrong: [string, number][] = [];
    let open: string | null = null;
    for (const operation of some) {
      const [tag] = operation.tags;
      if (tag !== open) {
        if (open !== null) await toggleTag(open);
        await toggleTag(tag);
        open = tag;
      }
      const status = await execute(operation);
      const schemes = (operation.security ?? [{}]).flatMap((one) => Object.keys(one));
      const lacks = schemes.some((scheme) => scheme !== 'bearerAuth' || !isSignedIn);
      // Nobody has signed the example's message, which is of another page where the API has another port.
      const isRefused = lacks || operation.operationId === 'createToken';
      const refusals = operation.operationId === 'createToken' ? [401, 403] : [401];
      if (isRefused ? !refusals.includes(status) : status >= 300) wrong.push([operation.operationId, status]);
    }
    if (open !== null) await toggleTag(open);
    return wrong;
  }

  it(
    'works without a wallet, or says that one has to sign in',
    async () => {
      const ofWallets = operations.filter(({ security = [] }) => security.some((one) => 'bearerAuth' in one));
      expect(ofWallets.length).toBeGreaterThan(8);
      expect(await findWrong(ofWallets, false)).toEqual([]);
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
      expect(operations.length).toBeGreaterThan(50);
      expect(await findWrong(operations, true)).toEqual([]);
    },
    LONGEST_MS,
  );
});

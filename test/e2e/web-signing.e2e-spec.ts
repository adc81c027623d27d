import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { decodeFunctionData, erc20Abi, formatUnits, type Address, type Hex } from 'viem';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { injectWallets, InjectedWallet } from '../support/injected-wallet.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

const TOKENS = 10n ** 18n;

describeWith('chromium', 'what the market page has signed', () => {
  let served: ServedMarket;
  let token: Address;
  let browser: Browser;
  let page: Page;
  let wallet: InjectedWallet;
  let indexing: Promise<void>;
  let isOver = false;

  beforeAll(async () => {
    served = await ServedMarket.start(96, async (market) => {
      await market.open(1);
      await market.act(4);
    });
    await served.serveHead();
    token = served.market.tokens[0]!;
    indexing = keepIndexed();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    isOver = true;
    await indexing;
    await browser.close();
    await served.stop();
  });

  /** As the indexer's own loop does. */
  async function keepIndexed(): Promise<void> {
    while (!isOver) {
      await served.indexed.catchUp();
      await sleep(200);
    }
  }

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    wallet = new InjectedWallet('Test wallet', 4, served.fixture.anvil.rpcUrl);
    await injectWallets(page, [wallet]);
  });

  afterEach(async () => {
    await page.close();
  });

  async function open(place: string): Promise<void> {
    await page.goto(served.api.origin + place);
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click();
    await page.locator('.wallet-button code').waitFor();
  }

  /** Somebody else buys: what a buyer gets is less from then on. */
  async function pushPrice(): Promise<void> {
    await served.fixture.buy(served.fixture.trader(2), token, 400n * TOKENS);
    const block = await served.fixture.client.getBlockNumber();
    await until('the API has the block', async () => (await served.get('/prices')).block >= block);
  }

  const least = async (): Promise<string> => (await page.locator('.least').getAttribute('value'))!;

  /** Calls of the launchpad that the wallet was asked to send. */
  const signed = (): { functionName: string; args: readonly unknown[] }[] =>
    wallet.requests
      .filter(({ method }) => method === 'eth_sendTransaction')
      .map(({ params }) => params![0] as { to: string; data: Hex })
      .filter(({ to }) => to.toLowerCase() === served.fixture.addresses.launchpad.toLowerCase())
      .map(
        ({ data }) => decodeFunctionData({ abi: launchpadAbi, data }) as ReturnType<typeof signed>[number],
      );

  it('is the minimum that was on the screen, which follows the stream', async () => {
    await open(`/app/${token}`);
    await page.locator('.live-mark.open').waitFor();
    await page.getByLabel(/^You pay/).fill('25');
    await page.locator('.least').waitFor();
    const before = await least();
    await pushPrice();
    await until('the quote follows', async () => BigInt(await least()) < BigInt(before));
    const shown = await least();
    await page.locator('.submit').click();
    await page.getByText(/^Bought [\d,.]+ \S+ for 25 \S+\.$/).waitFor();
    expect(signed()).toHaveLength(1);
    expect(signed()[0]!.args.map(String)).toContain(shown);
    expect(await page.locator('.transaction code').getAttribute('title')).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('is nothing while the price moves under the button: the page says so, shows, and asks again', async () => {
    await open(`/app/${token}`);
    await page.locator('.live-mark.open').waitFor();
    await page.getByLabel(/^You pay/).fill('25');
    await page.locator('.least').waitFor();
    const before = await least();
    let isFirst = true;
    await page.route('**/trades/payload', async (route) => {
      if (isFirst) await pushPrice();
      isFirst = false;
      await route.continue();
    });
    await page.locator('.submit').click();
    await page.getByText(/^The price moved/).waitFor();
    expect(signed()).toEqual([]);
    await until('the new numbers are shown', async () => BigInt(await least()) < BigInt(before));
    const shown = await least();
    await page.locator('.submit').click();
    await page.getByText(/^Bought /).waitFor();
    expect(signed()[0]!.args.map(String)).toContain(shown);
  });

  it('is no share of the balance of another token, however late the balance of this one is', async () => {
    const { account } = wallet;
    await served.fixture.buy(account.address, token, 10n * TOKENS);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const respond = wallet.respond.bind(wallet);
    wallet.respond = async (request) => {
      const [call] = (request.params ?? []) as [{ to?: string }?];
      if (request.method === 'eth_call' && call?.to === token) await gate;
      return respond(request);
    };
    await open(`/app/${token}`);
    await page.getByText(/^You pay of [\d,.]+$/).waitFor();
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await page.getByText(/^You sell$/).waitFor();
    expect(await page.locator('.presets button').count()).toBe(0);
    release();
    await page.getByRole('button', { name: '100 %' }).click();
    const read = {
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account.address],
    } as const;
    const held = formatUnits(await served.fixture.client.readContract(read), 18);
    expect(await page.getByLabel(/^You sell/).inputValue()).toBe(held);
  });

  it('is no launch at another cost than the one that was shown', async () => {
    await open('/launch');
    await page.getByLabel('Name').fill('Signed As Shown');
    await page.getByLabel('Symbol').fill('SGNSHW');
    await page.getByRole('button', { name: /^Launch for / }).waitFor();
    // Of the first payload, as if the launchpad had raised its cost just then.
    let isFirst = true;
    await page.route('**/launches/payload', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { cost: string };
      const cost = isFirst ? String(BigInt(body.cost) * 100n) : body.cost;
      isFirst = false;
      await route.fulfill({ response, json: { ...body, cost } });
    });
    await page.getByRole('button', { name: /^Launch for / }).click();
    await page.getByText(/^A launch costs .* now/).waitFor();
    expect(signed()).toEqual([]);
  });
});

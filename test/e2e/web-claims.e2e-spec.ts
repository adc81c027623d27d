import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { erc20Abi, type Address } from 'viem';
import { toAddress } from '@slipway/domain';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { injectWallets, InjectedWallet } from '../support/injected-wallet.js';
import { withClient } from '../support/pg-client.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';

describeWith('chromium', 'what the claim page has signed', () => {
  let rewards: RewardFixture;
  let api: RunningApi;
  let app: Address;
  let browser: Browser;
  let page: Page;
  let wallet: InjectedWallet;
  let indexing: Promise<void>;
  let isOver = false;

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    const { fixture } = rewards;
    app = await fixture.launch(fixture.trader(1), { name: 'Pays in itself', symbol: 'PAYS' });
    await fixture.buy(fixture.trader(1), app, 10n * WHOLE);
    api = await startApi(rewards.databaseUrl, { rpc: { http: [fixture.anvil.rpcUrl], ws: [] } });
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await api.close();
    await rewards.close();
  });

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    wallet = new InjectedWallet('Test wallet', 4, rewards.fixture.anvil.rpcUrl);
    await injectWallets(page, [wallet]);
    isOver = false;
    indexing = Promise.resolve();
  });

  afterEach(async () => {
    isOver = true;
    await indexing;
    await page.close();
  });

  /** As the indexer's own loop does. */
  async function keepIndexed(): Promise<void> {
    while (!isOver) {
      await rewards.index.catchUp();
      await sleep(200);
    }
  }

  /** A program that owes the wallet so much, of the platform token unless another is named. */
  async function owe(id: string, amount: bigint, token?: Address): Promise<void> {
    const { fixture } = rewards;
    const list = new Map([[wallet.account.address, amount]]);
    if (token === undefined) await rewards.addList(id, list);
    else {
      const distributor = await rewards.deployDistributor(0n);
      await fixture.write({
        ...{ address: token, abi: erc20Abi, functionName: 'transfer', from: fixture.trader(1) },
        args: [distributor, amount],
      });
      await rewards.addList(id, list, { rewardToken: toAddress(token), distributor });
    }
    await rewards.publish(id);
  }

  async function open(): Promise<void> {
    indexing = keepIndexed();
    await page.goto(`${api.origin}/rewards`);
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /^Claim/ }).waitFor();
  }

  const claim = (): Promise<void> => page.getByRole('button', { name: /^Claim/ }).click();
  const sent = (): number => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length;

  it('is what is listed, or it lists what there is now and asks again', async () => {
    await owe('one', 3n * WHOLE);
    await owe('two', 5n * WHOLE);
    await open();
    const before = await rewards.paidTo(wallet.account.address);
    // Somebody else claims one of them for the wallet: no loss, and not what is on the screen.
    await rewards.claim('one', wallet.account.address);
    await claim();
    await page.getByText(/^This claim pays what is listed now/).waitFor();
    expect(sent()).toBe(0);
    await claim();
    await page.getByText(/^Claimed 5 SLIP\.$/).waitFor();
    expect(sent()).toBe(1);
    expect(await page.locator('.transaction code').getAttribute('title')).toMatch(/^0x[0-9a-f]{64}$/);
    expect((await rewards.paidTo(wallet.account.address)) - before).toBe(8n * WHOLE);
  });

  it('cannot be signed again until the index has the claim', async () => {
    await owe('late', WHOLE);
    await open();
    isOver = true;
    await indexing;
    await claim();
    await page.getByText(/^Claimed 1 SLIP\.$/).waitFor();
    await page.locator('.panel button.primary:disabled', { hasText: 'Claim' }).waitFor();
    isOver = false;
    indexing = keepIndexed();
    await page.getByText('Nothing to claim now.').waitFor();
    expect(sent()).toBe(1);
  });

  it('has the warnings of its explanation on the screen before it is signed', async () => {
    await owe('three', 2n * WHOLE, app);
    await withClient(rewards.databaseUrl, (client) =>
      client.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'a test')`, [toAddress(app)]),
    );
    await open();
    await claim();
    await page.getByText(/^There is a warning/).waitFor();
    await page.locator('.warning').getByText('The operators of this service hide this app.').waitFor();
    expect(sent()).toBe(0);
    await claim();
    await page.getByText(/^Claimed 2 PAYS\.$/).waitFor();
    expect(sent()).toBe(1);
  });
});

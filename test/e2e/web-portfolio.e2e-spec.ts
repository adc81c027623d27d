import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import type { GainsDto } from '../../apps/api/src/modules/portfolio/gains/gains.dto.js';
import type {
  PositionListDto,
  WalletActivityListDto,
} from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { askAgain } from '../support/ask-again.js';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { findViolations } from '../support/find-violations.js';
import { injectWallets, InjectedWallet } from '../support/injected-wallet.js';
import { ServedMarket } from '../support/served-market.js';
import type { OwnRead } from '../support/served-owner.js';
import { signIn } from '../support/wallet.js';

const TOKEN = 10n ** 18n;
/** More of the wallet's events than a page has. */
const BUYS = 104;

type Row = Readonly<Record<string, string | number | null | undefined>>;

/** A reader who is five hours behind UTC. */
const TIMEZONE = 'America/Bogota';

describeWith('chromium', 'the portfolio on the market page', () => {
  let served: ServedMarket;
  let browser: Browser;
  let page: Page;
  let wallet: InjectedWallet;
  let bearer: Record<string, string>;
  let complaints: string[];
  /** When the wallet had the first of its apps alone. */
  let then: Date;

  beforeAll(async () => {
    served = await ServedMarket.start(97, async (market, fixture) => {
      wallet = new InjectedWallet('Test wallet', 4, fixture.anvil.rpcUrl);
      const { address } = wallet.account;
      await market.open(3);
      const [first, second] = market.tokens as [`0x${string}`, `0x${string}`];
      await fixture.buy(address, first, 300n * TOKEN);
      const { timestamp } = await fixture.client.getBlock();
      then = new Date(Number(timestamp + 600n) * 1_000);
      await fixture.client.increaseTime({ seconds: 3_600 });
      await fixture.sell(address, first, (await fixture.balance(first, address)) / 3n);
      for (let i = 0; i < BUYS; i += 1) await fixture.buy(address, second, TOKEN);
    });
    await served.serveHead();
    bearer = { Authorization: `Bearer ${await signIn(served.api, wallet.account)}` };
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await served.stop();
  });

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, timezoneId: TIMEZONE });
    await injectWallets(page, [wallet]);
    complaints = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${served.api.origin}/portfolio`);
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('td.named').first().waitFor();
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await page.close();
  });

  async function read<T>(path: string): Promise<OwnRead<T>> {
    const response = await askAgain(() =>
      served.api.get(`/portfolio/${wallet.account.address}${path}`, bearer),
    );
    expect([path, response.status]).toEqual([path, 200]);
    return { body: (await response.json()) as T, headers: response.headers };
  }

  /** The reader's time as a field has it. */
  const localTime = (time: Date): string =>
    new Date(time.getTime() - 5 * 3_600_000).toISOString().slice(0, 19);

  async function showAsOf(time: Date): Promise<void> {
    await page.getByLabel('As of', { exact: true }).fill(localTime(time));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
  }

  const panel = () => page.locator('.positions');

  it('shows what the wallet held at a moment, with its block, and now again', async () => {
    const { body, headers } = await read<PositionListDto>(`/positions?at=${then.toISOString()}`);
    expect(body.positions).toHaveLength(1);
    expect(await panel().locator('tbody tr').count()).toBe(2);
    await showAsOf(then);
    await page.getByText(`block ${headers.get('x-as-of-block')!}`).waitFor();
    expect(await panel().getByRole('status').innerText()).toMatch(
      /^As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/,
    );
    expect(await panel().locator('tbody tr').count()).toBe(1);
    const [{ symbol, balance }] = body.positions as [PositionListDto['positions'][number]];
    const whole = Number(BigInt(balance) / TOKEN).toLocaleString('en');
    expect(await panel().locator('td.named').innerText()).toMatch(new RegExp(`${symbol}[^]*${whole}`));
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await panel().getByText(/^Now /).waitFor();
    expect(await panel().locator('tbody tr').count()).toBe(2);
  });

  it('says what is to come, and what was before anything', async () => {
    await showAsOf(new Date('2999-01-01T00:00:00Z'));
    await panel()
      .getByText(/^That moment is still to come: the newest block is of \d{4}-/)
      .waitFor();
    expect(await panel().locator('tbody tr').count()).toBe(0);
    await showAsOf(new Date('2001-01-01T00:00:00Z'));
    await panel().getByText('That is before the market began').waitFor();
    expect(await panel().getByRole('alert').count()).toBe(0);
    complaints = complaints.filter((text) => !text.includes('status of 400'));
  });

  /** Has the page save a file; returns its name and its text. */
  async function download(button: string): Promise<{ name: string; text: string }> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    await page.getByText(`Saved ${file.suggestedFilename()}`).waitFor();
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  }

  function expectRows(text: string, rows: readonly Row[]): void {
    const [header = [], ...lines] = parse(text);
    const cellOf = (value: Row[string]): string => String(value ?? '');
    expect(lines).toEqual(rows.map((row) => header.map((name) => cellOf(row[name]))));
    expect(text.split(header.join()).length).toBe(2);
  }

  it("saves the API's rows as CSV: positions, of a moment too", async () => {
    const { address } = wallet.account;
    const now = await download('Positions now');
    expect(now.name).toMatch(
      new RegExp(`^slipway-positions-${address}-\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z\\.csv$`),
    );
    expectRows(now.text, [...(await read<PositionListDto>('/positions')).body.positions] as never);
    await showAsOf(then);
    const past = await download('Positions as of');
    expect(past.name).toBe(
      `slipway-positions-${address}-${then.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`,
    );
    const { body } = await read<PositionListDto>(`/positions?at=${then.toISOString()}`);
    expectRows(past.text, [...body.positions] as never);
  });

  it('saves all pages of its activity as one file', async () => {
    const rows: Row[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await read<WalletActivityListDto>(`/activity?limit=100${next}`);
      rows.push(...(body.activity as unknown as Row[]));
      cursor = body.nextCursor;
    }
    expect(rows.length).toBe(BUYS + 2);
    expectRows((await download('All activity')).text, rows);
  });

  it('saves the gains of a year', async () => {
    const year = then.getUTCFullYear();
    await page.getByLabel('Year of the gains, UTC').fill(String(year));
    const { text, name } = await download('Gains of');
    const { body } = await read<GainsDto>(`/gains?year=${year}`);
    expect(body.disposals.length).toBe(1);
    expectRows(text, body.disposals as never);
    expect(name).toContain(`slipway-gains-${year}-${wallet.account.address}-`);
    await page.getByLabel('Year of the gains, UTC').fill('2001');
    expectRows((await download('Gains of')).text, []);
  });

  it('says when a file cannot be read, and saves it when asked again', async () => {
    await page.route('**/gains**', (route) => route.abort());
    await page.getByRole('button', { name: 'Gains of' }).click();
    await page.getByText('The market cannot be reached.').waitFor();
    await page.unroute('**/gains**');
    expect((await download('Try again')).name).toContain('slipway-gains-');
    complaints = complaints.filter((text) => !text.includes('ERR_FAILED'));
  });

  it.each([390, 1_440])('is usable by everybody, %i pixels wide, light and dark', async (width) => {
    await page.setViewportSize({ width, height: 844 });
    await showAsOf(then);
    await panel()
      .getByText(/^As of /)
      .waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
    }
  });
});

import type pg from 'pg';
import { toAddress, type Address } from '@slipway/domain';
import type { PreflightResultDto } from '../../apps/api/src/modules/preflight/preflight.dto.js';
import { askAgain } from './ask-again.js';
import { IndexFixture } from './index-fixture.js';
import { LaunchpadFixture, type LaunchTexts } from './launchpad-fixture.js';
import { openClient } from './pg-client.js';
import { startApi, type RunningApi } from './running-api.js';
import { until } from './until.js';

/** Apps that candidates are too like. */
const LAUNCHED = [
  ['Tidepool', 'TIDE'],
  ['Modem', 'MODEM'],
  ['PayPal Club', 'PLUB'],
  ['Весна', 'VESNA'],
  ['Aa\u202e"txt', 'BIDI'],
] as const;

/** A chain with a few apps, its index, and the API that checks candidates. */
export class PreflightFixture {
  private constructor(
    readonly fixture: LaunchpadFixture,
    readonly indexed: IndexFixture,
    readonly client: pg.Client,
    readonly api: RunningApi,
    /** Launches nothing; has funds and an allowance without end. */
    readonly creator: Address,
    /** Launched four and five in the last 24 hours. */
    readonly busy: Address,
    readonly busier: Address,
    readonly blocked: Address,
    readonly poor: Address,
  ) {}

  static async open(): Promise<PreflightFixture> {
    const fixture = await LaunchpadFixture.start();
    const [creator, busy, busier, blocked, other, poor] = fixture.traders.map(toAddress);
    for (const [name, symbol] of LAUNCHED) await fixture.launch(other!, { name, symbol });
    for (let i = 0; i < 4; i += 1) await fixture.launch(busy!, { name: `Busy Bee ${i}`, symbol: `BUSY${i}` });
    for (let i = 0; i < 5; i += 1) await fixture.launch(busier!, { name: `Hive ${i}`, symbol: `HIVE${i}` });
    // Tests put the chain back to where it was, which is a shorter chain than was indexed.
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { local: true });
    await indexed.catchUp();
    const client = await openClient(indexed.database.url);
    await client.query(`INSERT INTO blocked_creators (creator, reason) VALUES ($1, 'spam')`, [blocked]);
    const api = await startApi(indexed.database.url, { rpc: { http: [fixture.anvil.rpcUrl], ws: [] } });
    return new PreflightFixture(fixture, indexed, client, api, creator!, busy!, busier!, blocked!, poor!);
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.client.end();
    await this.indexed.close();
    await this.fixture.stop();
  }

  /** A candidate that is right in all points. */
  readonly right = (): LaunchTexts & { readonly creator: Address } => ({
    name: 'Harbor Lights',
    symbol: 'HRBR',
    description: 'Tide tables and harbor webcams.',
    imageUrl: 'https://harborlights.app/icon.png',
    website: 'https://harborlights.app',
    creator: this.creator,
  });

  /** What the API says of a candidate, and of which block: again where a busy chain did not tell the cost within a second. */
  readonly check = async (
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ result: PreflightResultDto; block: bigint; text: string }> => {
    let text = '';
    const response = await askAgain(
      async () => {
        const asked = await this.api.post('/preflight/launch', body, headers);
        text = await asked.text();
        return asked;
      },
      ({ status }) => (text.includes('"cost_unavailable"') ? 503 : status),
    );
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    const block = BigInt(response.headers.get('x-as-of-block')!);
    return { result: JSON.parse(text) as PreflightResultDto, block, text };
  };

  /** Of a name that is like another: again where a busy database did not find that within 30 ms, and it was left out. */
  readonly checkSimilar = async (body: unknown): Promise<PreflightResultDto> => {
    let { result } = await this.check(body);
    await until('a similar name is found', async () => {
      const isFound = result.warnings.some(({ code }) => code === 'similar_name');
      if (!isFound) ({ result } = await this.check(body));
      return isFound;
    });
    return result;
  };
}

/** Errors and warnings as `field: code`, in their order. */
export function codesOf({ errors, warnings }: PreflightResultDto): string[] {
  return [...errors, ...warnings].map(({ code, field }) => `${field}: ${code}`);
}

import { localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { askAgain } from '../support/ask-again.js';
import { describedRequests, type DescribedRequest, type Known } from '../support/described-requests.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { McpTestClient } from '../support/mcp-client.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { DAY_SECONDS, RewardFixture, WHOLE } from '../support/reward-fixture.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { signIn } from '../support/wallet.js';

const APPS = 4;
const FINALITY_BLOCKS = 64;

/** The examples of the description. */
const [ANY_TOKEN, ANY_WALLET] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`) as [string, string];

/** Of a wallet, or about tokens: the primary is asked whether a token was revoked. */
const OF_WALLETS = /\/auth\/|\/portfolio\/|\/rewards\/\{address\}/;
const TOOLS_OF_WALLETS = /^(get_portfolio|list_rewards|prepare_claim)$/;

/** Have suites of their own at a standby: a stream does not end, and who signs out is asked no more. */
const ELSEWHERE = ['get /stream', 'post /auth/logout'];

/** Refused for what they ask, wherever they are read. */
const REFUSED = [
  'post /auth/token: 401',
  'get /leaderboards/{board}: 400',
  'get /integrations/dexscreener/pair: 404',
  'get /integrations/geckoterminal/pair: 404',
];

/** Has no second page: the owner sold nothing. */
const WITHOUT_SALES = 'get /portfolio/{address}/gains';

describe('each operation at a standby', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let rewards: RewardFixture;
  let api: RunningApi;
  /** What tools require, by name. */
  let tools: Readonly<Record<string, string | number>>;
  let requests: readonly DescribedRequest[];
  let owner: Record<string, string>;

  beforeAll(async () => {
    primary = await OwnPostgres.start();
    rewards = await RewardFixture.open(undefined, { url: primary.url, drop: () => primary.remove() });
    const { fixture } = rewards;
    const market = new MarketActivity(fixture, seededRandom(31));
    await market.open(APPS);
    await market.act(40);
    const wallet = localAccount(1);
    const endsAt = new Date((Math.ceil(Date.now() / 1_000) + DAY_SECONDS) * 1_000);
    for (const id of ['season-1', 'season-2']) {
      const listed = [wallet.address, fixture.operator].map((address) => [address, WHOLE] as const);
      await rewards.addList(id, new Map(listed), { allocationsPublic: true, endsAt });
      await rewards.publish(id);
    }
    await fixture.client.mine({ blocks: FINALITY_BLOCKS });
    await rewards.index.catchUp();
    standby = await primary.startStandby();
    await primary.untilReplayed(standby);
    api = await startApi(primary.url, {
      databaseReadUrls: [standby.url],
      rpc: { http: [fixture.anvil.rpcUrl], ws: [] },
      routerAddress: fixture.addresses.router,
      // A read that is asked twice is made twice.
      readCacheMb: 0,
    });
    await until('it is ready', async () => (await fetch(`${api.origin}/health/ready`)).status === 200);
    owner = { Authorization: `Bearer ${await signIn(api, wallet)}` };
    const token = market.tokens[1]!;
    const parameters: Known = {
      [ANY_TOKEN]: token,
      [ANY_WALLET]: wallet.address,
      ...{ token, wallet: wallet.address, creator: wallet.address, q: 'App', query: 'App', ids: 'season-1' },
      ...{ minHolders: '1', limit: '1', fromBlock: '1', toBlock: '20', countback: '2' },
      ticker_id: `${token}_${fixture.addresses.platformToken}`,
    };
    requests = describedRequests(parameters).filter(({ operation }) => !ELSEWHERE.includes(operation));
    tools = {
      ...{ tokenAddress: token, trader: wallet.address, creator: wallet.address, slippageBps: 100 },
      ...{ side: 'buy', amount: String(WHOLE), to: token, data: '0x', name: 'Harbor Lights', symbol: 'HRBR' },
    };
  });

  afterAll(async () => {
    await api.close();
    await standby.remove();
    await rewards.close();
  });

  const ask = (
    { method, path, body }: DescribedRequest,
    headers: Record<string, string>,
  ): Promise<Response> =>
    fetch(`${api.origin}/v1${path}`, {
      method: method.toUpperCase(),
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  /** What each operation that failed said, and the pages of those that have any. */
  async function askAll(
    asked: readonly DescribedRequest[],
    headers: Record<string, string> = {},
  ): Promise<{ failed: string[]; withPages: Set<string> }> {
    const failed: string[] = [];
    const withPages = new Set<string>();
    for (let next = [...asked], request = next.shift(); request !== undefined; request = next.shift()) {
      const { operation } = request;
      const asking = request;
      const response = await askAgain(() => ask(asking, headers));
      if (!response.ok) failed.push(`${operation}: ${response.status}`);
      const cursor = request.hasPages && request.path.includes('limit=1') ? await cursorOf(response) : null;
      if (cursor !== null && !request.path.includes('cursor=')) {
        withPages.add(operation);
        next = [{ ...request, path: `${request.path}&cursor=${cursor}` }, ...next];
      } else if (!response.bodyUsed) await response.body?.cancel();
    }
    return { failed: [...new Set(failed)], withPages };
  }

  async function askTools(client: McpTestClient, isAsked: (name: string) => boolean): Promise<string[]> {
    const listed = await client.client.listTools();
    const failed: string[] = [];
    for (const { name, inputSchema } of listed.tools.filter((tool) => isAsked(tool.name))) {
      const { required = [] } = inputSchema as { required?: readonly string[] };
      // One of two that a trade is bounded by.
      const needed = name === 'prepare_trade' ? [...required, 'slippageBps'] : required;
      const args = Object.fromEntries(needed.map((one) => [one, tools[one]]));
      const { error } = await client.callAgain(name, args);
      if (error !== null) failed.push(`${name}: ${JSON.stringify(error)}`);
    }
    return failed;
  }

  const pagesOf = (asked: readonly DescribedRequest[]): Set<string> =>
    new Set(
      asked
        .filter(({ hasPages, operation }) => hasPages && operation !== WITHOUT_SALES)
        .map(({ operation }) => operation),
    );

  it('is served, with its next page and all tools: none of what it runs there writes', async () => {
    const { failed, withPages } = await askAll(requests, owner);
    expect(failed).toEqual(REFUSED);
    expect(withPages).toEqual(pagesOf(requests));
    const client = await McpTestClient.connect(api.origin, undefined, owner);
    expect(await askTools(client, () => true)).toEqual([]);
    await client.close();
  });

  it('is served by the standby alone, where it is no wallet’s', async () => {
    const open = requests.filter(({ operation }) => !OF_WALLETS.test(operation));
    await primary.freeze();
    try {
      const { failed, withPages } = await askAll(open);
      expect(failed).toEqual(REFUSED.slice(1));
      expect(withPages).toEqual(pagesOf(open));
      const client = await McpTestClient.connect(api.origin);
      expect(await askTools(client, (name) => !TOOLS_OF_WALLETS.test(name))).toEqual([]);
      await client.close();
    } finally {
      await primary.thaw();
    }
  });
});

/** Of the next page, as a body or a `Link` names it. */
async function cursorOf(response: Response): Promise<string | null> {
  const link = response.headers.get('link');
  const text = await response.text();
  return (/"nextCursor":"([^"]+)"/.exec(text) ?? /[?&]cursor=([^&>]+)/.exec(link ?? ''))?.[1] ?? null;
}

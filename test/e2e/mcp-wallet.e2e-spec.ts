import type { PortfolioDto, PositionListDto } from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { askAgain } from '../support/ask-again.js';
import { readClaims, TokenForge } from '../support/forge-token.js';
import { freePort } from '../support/free-port.js';
import { ERAS, McpTestClient, type Era } from '../support/mcp-client.js';
import { readPages } from '../support/read-pages.js';
import { SIGNING_KEYS } from '../support/running-api.js';
import { runOps } from '../support/run-ops.js';
import { ServedOwner } from '../support/served-owner.js';
import { signIn, testWallet } from '../support/wallet.js';

interface Payload {
  readonly calls: readonly { readonly to: string; readonly data: string }[];
  readonly simulation: { readonly ok: boolean | null };
}

describe('/mcp for a wallet', () => {
  let owner: ServedOwner;
  let mcp: McpTestClient;
  let token: string;

  beforeAll(async () => {
    owner = await ServedOwner.start(23);
    token = await signIn(owner.served.api, owner.wallet);
    mcp = await McpTestClient.connect(owner.served.api.origin, '2026-07-28', {
      Authorization: `Bearer ${token}`,
    });
  });

  afterAll(async () => {
    await mcp.close();
    await owner.stop();
  });

  const call = (tool: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${owner.served.api.origin}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: {} },
      }),
    });

  /** Once more where something of it is null, which the chain says: it may take a busy machine longer than the API waits. */
  function untilKnown<T>(ask: () => Promise<T>, ofChain: (response: T) => unknown): Promise<T> {
    return askAgain(ask, (response) => (ofChain(response) === null ? 503 : 200));
  }

  const portfolioOf = (client: McpTestClient, args = {}): Promise<Record<string, unknown>> =>
    untilKnown(
      () => client.ask<Record<string, unknown>>('get_portfolio', args),
      ({ platformToken }) => platformToken,
    );

  it('shows the portfolio that HTTP shows', async () => {
    const { body: totals } = await untilKnown(
      () => owner.read<PortfolioDto>(''),
      ({ body }) => body.platformToken,
    );
    const { body: list } = await owner.read<PositionListDto>('/positions');
    const shown = await portfolioOf(mcp, { limit: 100 });
    expect(shown).toMatchObject(totals);
    expect((shown['holdings'] as readonly object[]).length).toBe(list.positions.length);
    expect(shown['holdings']).toMatchObject(
      list.positions.map(({ symbol, ...position }) => ({ ...position, untrusted: { symbol } })),
    );
    expect(JSON.stringify(await mcp.ask('get_portfolio')).length).toBeLessThanOrEqual(4_096);
  });

  it('pages through holdings, each once', async () => {
    const pages = await readPages((cursor) =>
      mcp.ask<{ holdings: { tokenAddress: string }[]; nextCursor: string | null }>('get_portfolio', {
        limit: 2,
        ...(cursor !== null && { cursor }),
      }),
    );
    const seen = pages.flatMap(({ holdings }) => holdings.map(({ tokenAddress }) => tokenAddress));
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
  });

  it.each(['get_portfolio', 'list_rewards', 'prepare_claim'])(
    'refuses %s about another wallet, in words that a model can mend',
    async (tool) => {
      const { error } = await mcp.call(tool, { address: testWallet(9).address });
      expect(error).toMatchObject({
        code: 'forbidden',
        details: { reason: 'another_wallet', wallet: owner.wallet.address },
        fix: expect.stringContaining('sign in') as string,
      });
    },
  );

  const METADATA = 'http://localhost:3000/.well-known/oauth-protected-resource/mcp';
  const bearer = (sent: string): Record<string, string> => ({ Authorization: `Bearer ${sent}` });

  async function expectChallenge(refused: Response): Promise<void> {
    expect(refused.status).toBe(401);
    const challenge = `Bearer resource_metadata="${METADATA}", error="invalid_token"`;
    expect(refused.headers.get('www-authenticate')).toBe(challenge);
    expect(await refused.json()).toMatchObject({
      error: { code: 'unauthorized', details: { fix: expect.stringContaining('/auth/challenge') as string } },
    });
  }

  it('challenges a token from its end on, and a tool that needs none too', async () => {
    const forge = new TokenForge(SIGNING_KEYS, readClaims(token));
    const now = Math.floor(Date.now() / 1_000);
    expect((await call('get_portfolio', bearer(forge.token()))).status).toBe(200);
    const expired = bearer(forge.token({}, { iat: now - 3_600, exp: now }));
    for (const tool of ['get_portfolio', 'list_rewards', 'prepare_claim', 'find_apps'])
      await expectChallenge(await call(tool, expired));
  });

  it('challenges a token that was logged out', async () => {
    const left = bearer(await signIn(owner.served.api, owner.wallet));
    expect((await call('get_portfolio', left)).status).toBe(200);
    const logout = await fetch(`${owner.served.api.origin}/v1/auth/logout`, {
      method: 'POST',
      headers: left,
    });
    expect(logout.status).toBe(204);
    for (const tool of ['get_portfolio', 'list_rewards', 'prepare_claim', 'find_apps'])
      await expectChallenge(await call(tool, left));
    expect((await call('get_portfolio', bearer(token))).status).toBe(200);
  });

  it.each(['get_portfolio', 'list_rewards', 'prepare_claim'])(
    'tells the model how to sign in when %s is called without a token',
    async (tool) => {
      for (const headers of [{}, { Authorization: '' }, bearer('')]) {
        const response = await call(tool, headers);
        expect(response.status).toBe(200);
        const { result } = (await response.json()) as {
          result: { isError: boolean; content: { text: string }[] };
        };
        expect(result.isError).toBe(true);
        expect(JSON.parse(result.content[0]!.text)).toEqual({
          error: {
            code: 'unauthorized',
            message: 'This tool needs an access token.',
            details: {},
            fix: expect.stringMatching(/auth\/challenge.*auth\/token.*Bearer/) as string,
          },
        });
      }
    },
  );

  it('challenges a token that is none, and tells where to read how to sign in', async () => {
    await expectChallenge(await call('get_portfolio', bearer('x.y.z')));
    const { pathname } = new URL(METADATA);
    const metadata = await fetch(`${owner.served.api.origin}${pathname}`);
    expect(await metadata.json()).toEqual({
      resource: 'http://localhost:3000/mcp',
      resource_name: expect.any(String) as string,
      resource_documentation: 'http://localhost:3000/llms.txt',
      bearer_methods_supported: ['header'],
    });
  });

  it('tells a wallet without rewards so, and that there is nothing to claim', async () => {
    expect(await mcp.ask('list_rewards')).toMatchObject({ items: [], nextCursor: null });
    expect((await mcp.call('prepare_claim')).error).toMatchObject({ code: 'nothing_to_claim' });
    expect((await mcp.call('prepare_claim', { programIds: ['season-9'] })).error).toMatchObject({
      code: 'not_found',
      details: { programIds: ['season-9'] },
      fix: expect.stringContaining('list_rewards') as string,
    });
  });

  it('returns the calls of a trade, tried out', async () => {
    const trade = {
      tokenAddress: owner.served.market.tokens[1]!,
      trader: owner.wallet.address,
      slippageBps: 100,
    };
    const buy = { ...trade, side: 'buy', amount: String(10n ** 18n) };
    const { calls, simulation } = await untilKnown(
      () => mcp.ask<Payload>('prepare_trade', buy),
      (payload) => payload.simulation.ok,
    );
    expect(calls.length).toBeGreaterThan(0);
    expect(simulation.ok).toBe(true);
    const { error } = await mcp.call('prepare_trade', {
      ...trade,
      side: 'buy',
      amount: '1',
      slippageBps: 5_001,
    });
    expect(error).toMatchObject({ code: 'invalid_request', details: { issues: [{ path: 'slippageBps' }] } });
  });

  it('checks a launch: what is wrong with it, else the calls to sign', async () => {
    const candidate = { name: 'Harbor Lights', symbol: 'HRBR', creator: owner.wallet.address };
    const wrong = await mcp.ask<Payload & { preflight: { ok: boolean; errors: { code: string }[] } }>(
      'check_launch',
      { ...candidate, symbol: 'x' },
    );
    expect(wrong.calls).toEqual([]);
    expect(wrong.preflight.errors.map(({ code }) => code)).toContain('invalid_format');
    const right = await mcp.ask<Payload>('check_launch', candidate);
    expect(right.calls.length).toBeGreaterThan(0);
    const { error } = await mcp.call('check_launch', { ...candidate, colour: 'red' });
    expect(error).toMatchObject({ code: 'invalid_request', details: { issues: [{ path: 'colour' }] } });
  });

  describe.each(Object.keys(ERAS) as Era[])('over stdio, %s', (era) => {
    it('lists the tools and calls them as HTTP does, with the token of MCP_TOKEN', async () => {
      const bridged = await McpTestClient.connectByStdio(owner.served.api.origin, era, { MCP_TOKEN: token });
      try {
        const { tools } = await bridged.client.listTools();
        expect(tools).toEqual((await mcp.client.listTools()).tools);
        expect(await portfolioOf(bridged)).toEqual(await portfolioOf(mcp));
        expect((await bridged.call('get_app', { tokenAddress: '0x1' })).error?.code).toBe('invalid_request');
      } finally {
        await bridged.close();
      }
    });

    it('says what a tool about a wallet lacks without a token, and goes on', async () => {
      const bridged = await McpTestClient.connectByStdio(owner.served.api.origin, era);
      try {
        expect((await bridged.call('get_portfolio')).error).toMatchObject({ code: 'unauthorized' });
        const found = await bridged.ask<{ apps: readonly object[] }>('find_apps', { limit: 2 });
        expect(found.apps).toHaveLength(2);
      } finally {
        await bridged.close();
      }
    });
  });

  it('over stdio, says that an instance does not respond, and that a token is no good', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    await expect(McpTestClient.connectByStdio(nowhere, '2025-11-25')).rejects.toThrow(
      `${nowhere} does not respond`,
    );
    await expect(
      McpTestClient.connectByStdio(owner.served.api.origin, '2025-11-25', { MCP_TOKEN: 'x.y.z' }),
    ).rejects.toThrow('Set MCP_TOKEN to an access token that is valid');
  });

  it.each([
    [['--url', 'ftp://api.example.com'], {}, 'not a base URL such as'],
    [['--url', 'http://api.example.com/v1'], { MCP_TOKEN: 'x.y.z' }, 'MCP_TOKEN is sent by https only'],
    [[], { MCP_TOKEN: 'two words' }, 'MCP_TOKEN: must be an access token of POST /auth/token'],
  ])('over stdio, refuses %j with %j before it starts', async (words, environment, line) => {
    const { code, stdout, stderr } = await runOps(environment, 'mcp', ...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(line);
    expect(stderr).not.toContain('two words');
  });
});

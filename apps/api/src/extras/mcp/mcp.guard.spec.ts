import type { ExecutionContext } from '@nestjs/common';
import type { TokenAuthenticator } from '@slipway/auth';
import { ApiError, type RateLimiter } from '@slipway/http';
import type { Settings } from '@slipway/settings';
import type { AuthService } from '../../modules/auth/auth.service.js';
import { callerOf } from './mcp-caller.js';
import { McpGuard } from './mcp.guard.js';
import type { McpTools } from './tools/mcp-tools.js';
import type { Tool } from './tools/tool.js';

const TOOL = { name: 'get_portfolio', limit: 'read', access: 'owner' } as Tool;
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: TOOL.name } };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const OVER = new ApiError('rate_limited', { details: { retryAfterSeconds: 9 } });
const PAGE = { host: 'api.example', origin: 'https://a.example', authorization: 'Bearer x.y.z' };

describe('McpGuard', () => {
  let queries: string[];
  let counted = 0;

  beforeEach(() => {
    queries = [];
    counted = 0;
  });

  function enter(
    { body = CALL, headers = PAGE as Record<string, string> },
    { refusal = null as ApiError | null, mcpEnabled = true } = {},
  ): { request: never; entered: Promise<boolean> } {
    const settings = { mcpEnabled, publicBaseUrl: 'https://api.example/v1' } as Settings;
    const limiter = {
      limitOf: () => ({}),
      count: () => {
        counted += 1;
        return { headers: [], refusal };
      },
    } as unknown as RateLimiter;
    const auth = {
      findRegistered: (origins: readonly string[]) => {
        queries.push('origins');
        return Promise.resolve(new Set(origins.filter((origin) => origin === 'https://a.example')));
      },
    } as unknown as AuthService;
    const authenticator = {
      verifyNotRevoked: () => {
        queries.push('token');
        return Promise.resolve(null);
      },
    } as unknown as TokenAuthenticator;
    const tools = { find: () => TOOL } as unknown as McpTools;
    const guard = new McpGuard(settings, tools, limiter, auth, authenticator);
    const request = { body, headers } as never;
    const context = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }) };
    return { request, entered: guard.canActivate(context as unknown as ExecutionContext) };
  }

  it('makes no query for a call beyond its budget, with an Origin and a token', async () => {
    const { request, entered } = enter({}, { refusal: OVER });
    expect(await entered).toBe(true);
    expect(callerOf(request).refusal).toBe(OVER);
    expect(queries).toEqual([]);
  });

  it('refuses another Host of such a call, and another message at once', async () => {
    const rebound = enter({ headers: { ...PAGE, host: 'evil.example' } }, { refusal: OVER });
    await expect(rebound.entered).rejects.toMatchObject({ details: { reason: 'host_not_allowed' } });
    await expect(enter({ body: LIST as never }, { refusal: OVER }).entered).rejects.toBe(OVER);
    expect(queries).toEqual([]);
  });

  it('looks up Origin, then token, of a call within its budget, and says how to mend what is wrong', async () => {
    await expect(enter({}).entered).rejects.toMatchObject({
      code: 'unauthorized',
      details: { fix: expect.stringContaining('POST https://api.example/v1/auth/challenge') as string },
    });
    expect(queries).toEqual(['origins', 'token']);
    const foreign = enter({ headers: { ...PAGE, origin: 'https://evil.example' } });
    await expect(foreign.entered).rejects.toMatchObject({
      details: { reason: 'origin_not_allowed', fix: expect.stringContaining('register') as string },
    });
  });

  it('counts what it says 404 to where agents are not served', async () => {
    await expect(enter({}, { mcpEnabled: false }).entered).rejects.toMatchObject({ code: 'not_found' });
    await expect(enter({ body: LIST as never }, { mcpEnabled: false, refusal: OVER }).entered).rejects.toBe(
      OVER,
    );
    expect(counted).toBe(2);
    expect(queries).toEqual([]);
  });
});

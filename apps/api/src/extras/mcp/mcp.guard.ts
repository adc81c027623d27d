import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokenAuthenticator } from '@slipway/auth';
import { ApiError, RateLimiter, setHeaders } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { Address } from '@slipway/domain';
import { validateHostHeader, localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { AuthService } from '../../modules/auth/auth.service.js';
import { rememberCaller } from './mcp-caller.js';
import { challengeOf, mcpUrl, signInSteps } from './mcp-url.js';
import { McpTools } from './tools/mcp-tools.js';
import { OriginCache } from './origin-cache.js';

/**
 * Stands before the protocol: counts the message, a tool call by its tool's class; then the switch, Host, Origin and token. A page that
 * rebinds its name to this machine has another Host, a page of any site its Origin.
 */
@Injectable()
export class McpGuard implements CanActivate {
  private readonly hostnames: string[];
  private readonly origins = new OriginCache(async (origin) =>
    (await this.auth.findRegistered([origin])).has(origin),
  );

  constructor(
    private readonly settings: Settings,
    private readonly tools: McpTools,
    private readonly limiter: RateLimiter,
    private readonly auth: AuthService,
    private readonly authenticator: TokenAuthenticator,
  ) {
    this.hostnames = [new URL(settings.publicBaseUrl).hostname, ...localhostAllowedHostnames()];
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const call = readToolCall(request.body);
    const tool = call === null ? null : this.tools.find(call);
    const { headers, refusal } = await this.limiter.count(
      request,
      this.limiter.limitOf(tool?.limit ?? 'read'),
    );
    setHeaders(context.switchToHttp().getResponse<Response>(), headers);
    // A model reads why its call was refused, and how long to wait; a client of the protocol would keep a 429 to itself.
    const isForModel = call !== null && refusal?.code === 'rate_limited';
    if (refusal !== null && !isForModel) throw refusal;
    if (!this.settings.mcpEnabled) throw new ApiError('not_found');
    this.checkHost(request);
    // A call beyond the budget is refused without a query: neither its page nor its wallet is looked up.
    if (refusal === null) await this.checkOrigin(request);
    const wallet = refusal === null ? await this.findWallet(request) : null;
    rememberCaller({ request, wallet, refusal });
    return true;
  }

  private checkHost({ headers: { host } }: Request): void {
    if (validateHostHeader(host, this.hostnames).ok) return;
    const fix = `Send the requests to ${mcpUrl(this.settings.publicBaseUrl)}.`;
    throw forbidden('The Host is not this service.', { reason: 'host_not_allowed', fix });
  }

  private async checkOrigin({ headers: { origin } }: Request): Promise<void> {
    if (origin === undefined || (await this.origins.has(origin))) return;
    const fix = 'Send the requests without an Origin from a server, or have operators register the site.';
    throw forbidden('The Origin is not registered with this service.', { reason: 'origin_not_allowed', fix });
  }

  /** A token that is sent must hold. A client whose token is not set yet writes the scheme alone. */
  private async findWallet(request: Request): Promise<Address | null> {
    const { authorization = '' } = request.headers;
    if (authorization === '' || authorization.toLowerCase() === 'bearer') return null;
    const identity = await this.authenticator.verifyNotRevoked(request);
    if (identity === null)
      throw new ApiError('unauthorized', {
        message: 'The access token is not valid.',
        details: { fix: signInSteps(this.settings.publicBaseUrl) },
        headers: { 'WWW-Authenticate': challengeOf(this.settings.publicBaseUrl) },
      });
    return identity.wallet;
  }
}

/** The name of the tool that a message calls; null for any other message. */
function readToolCall(body: unknown): string | null {
  const { method, params } = (body ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (method !== 'tools/call') return null;
  const { name } = (params ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}

function forbidden(message: string, details: { readonly reason: string; readonly fix: string }): ApiError {
  return new ApiError('forbidden', { message, details });
}

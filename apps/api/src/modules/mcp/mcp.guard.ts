import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokenAuthenticator } from '@slipway/auth';
import { ApiError, RateLimiter, setHeaders } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { Address } from '@slipway/domain';
import { validateHostHeader, localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { AuthService } from '../auth/auth.service.js';
import { rememberCaller } from './mcp-caller.js';
import { challengeOf } from './mcp-url.js';
import { McpTools } from './mcp-tools.js';
import type { Tool } from './tool.js';

/**
 * Stands before the protocol: counts the message, a tool call by its tool's class; then Host, Origin and token. A page that
 * rebinds its name to this machine has another Host, a page of any site its Origin.
 */
@Injectable()
export class McpGuard implements CanActivate {
  private readonly hostnames: string[];

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
    if (!this.settings.mcpEnabled) throw new ApiError('not_found');
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
    await this.checkSource(request);
    rememberCaller({ request, wallet: await this.findWallet(request, tool), refusal });
    return true;
  }

  private async checkSource({ headers: { host, origin } }: Request): Promise<void> {
    if (!validateHostHeader(host, this.hostnames).ok)
      throw forbidden('The Host is not this service.', 'host');
    if (origin !== undefined && !(await this.auth.findRegistered([origin])).has(origin))
      throw forbidden('The Origin is not registered with this service.', 'origin');
  }

  /** A token that is sent must hold; a tool about a wallet needs one. */
  private async findWallet(request: Request, tool: Tool | null): Promise<Address | null> {
    const isSent = (request.headers.authorization ?? '') !== '';
    if (!isSent && tool?.access !== 'owner') return null;
    const identity = await this.authenticator.verifyNotRevoked(request);
    if (identity === null)
      throw new ApiError('unauthorized', {
        headers: { 'WWW-Authenticate': challengeOf(this.settings.publicBaseUrl, isSent) },
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

function forbidden(message: string, header: string): ApiError {
  return new ApiError('forbidden', { message, details: { reason: `${header}_not_allowed` } });
}

import { ApiFailure, ApiUnreachable } from './failures.js';

/** What a sign-in came to. */
export interface Session {
  /** EIP-55. */
  readonly address: string;
  readonly accessToken: string;
  readonly expiresAt: Date;
}

interface ErrorEnvelope {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: { reason?: string };
  };
}

/** The operations of the interface that signing in is made of. */
export class AuthApi {
  /** @param baseUrl as in the description, prefix included */
  constructor(private readonly baseUrl: string) {}

  /** A message for the wallet to sign, in the name of the site. */
  async challenge(request: { address: string; domain: string; uri: string }): Promise<string> {
    const response = await this.post('/auth/challenge', request);
    return ((await response.json()) as { message: string }).message;
  }

  async token(message: string, signature: string): Promise<Session> {
    const response = await this.post('/auth/token', { message, signature });
    const body = (await response.json()) as { accessToken: string; address: string; expiresAt: string };
    return { ...body, expiresAt: new Date(body.expiresAt) };
  }

  async logout({ accessToken }: Session): Promise<void> {
    await this.post('/auth/logout', null, { Authorization: `Bearer ${accessToken}` });
  }

  /** @throws ApiUnreachable, ApiFailure */
  private async post(
    path: string,
    body: object | null,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const content = body === null ? {} : { body: JSON.stringify(body) };
    const type = body === null ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(this.baseUrl + path, {
      method: 'POST',
      headers: { ...headers, ...type },
      ...content,
    }).catch((cause: unknown) => {
      throw new ApiUnreachable(this.baseUrl, { cause });
    });
    if (!response.ok) throw await readFailure(response);
    return response;
  }
}

/** What stands between the page and the API may respond too, without the envelope. */
async function readFailure(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as ErrorEnvelope;
  return new ApiFailure({
    status: response.status,
    code: body.error?.code ?? null,
    reason: body.error?.details?.reason ?? null,
    message: body.error?.message ?? `The API responded with status ${response.status}.`,
    retryAfterSeconds: Number(response.headers.get('Retry-After') ?? 0),
  });
}

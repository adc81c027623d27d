/** Where agents reach `/mcp`, beside the interface. */
export function mcpUrl(publicBaseUrl: string): string {
  return new URL('mcp', publicBaseUrl).href;
}

/** The `WWW-Authenticate` of a 401: where to read how to sign in, and whether a token that was sent is no good. */
export function challengeOf(publicBaseUrl: string, isTokenSent: boolean): string {
  const { pathname } = new URL(mcpUrl(publicBaseUrl));
  const metadata = new URL(`/.well-known/oauth-protected-resource${pathname}`, publicBaseUrl).href;
  return `Bearer resource_metadata="${metadata}"${isTokenSent ? ', error="invalid_token"' : ''}`;
}

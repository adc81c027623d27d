/** Where agents reach `/mcp`, beside the interface. */
export function mcpUrl(publicBaseUrl: string): string {
  return new URL('mcp', publicBaseUrl).href;
}

/** How an agent that can sign gets a token: two requests of HTTP, which need no tool. */
export function signInSteps(publicBaseUrl: string): string {
  return (
    `To sign in: 1. POST ${publicBaseUrl}/auth/challenge {"address":"0x.."} returns {"message"}. 2. Sign that message with the wallet ` +
    `(personal_sign). 3. POST ${publicBaseUrl}/auth/token {"message":"..","signature":"0x.."} returns {"accessToken"}, good for 60 minutes. ` +
    'Then send Authorization: Bearer ACCESS_TOKEN with every request to /mcp.'
  );
}

/** The `WWW-Authenticate` of a 401: the token is no good, and where to read how to sign in. */
export function challengeOf(publicBaseUrl: string): string {
  const { pathname } = new URL(mcpUrl(publicBaseUrl));
  const metadata = new URL(`/.well-known/oauth-protected-resource${pathname}`, publicBaseUrl).href;
  return `Bearer resource_metadata="${metadata}", error="invalid_token"`;
}

import { SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isJSONRPCRequest, ProtocolErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** A tool call takes less than a tenth of it. */
const TIMEOUT_MS = 60_000;

/** Says what goes wrong, in a line: standard output is the protocol's. */
function report(error: unknown): void {
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(`mcp: ${said.replaceAll(/\s+/g, ' ').slice(0, 500)}\n`);
}

/**
 * Forwards each request on standard input to an instance, and its response to standard output, until standard input ends.
 * Notifications end here: an instance keeps nothing between two messages that they could tell of.
 */
export async function bridgeStdio(endpoint: URL, token: string | null): Promise<void> {
  const client = new StdioServerTransport();
  const instance = new StreamableHTTPClientTransport(endpoint, {
    ...(token !== null && { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
    redirectPolicy: 'same-origin',
  });
  const send = (message: JSONRPCMessage): void => {
    client.send(message).catch(report);
  };
  instance.onmessage = (message) => {
    const version = negotiatedVersion(message);
    if (version !== null) instance.setProtocolVersion(version);
    send(message);
  };
  client.onerror = report;
  client.onmessage = (message) => {
    if (!isJSONRPCRequest(message)) return;
    instance.send(message, { requestSignal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
      report(error);
      send({ jsonrpc: '2.0', id: message.id, error: toProtocolError(error, endpoint) });
    });
  };
  const ended = new Promise<void>((resolve) => (client.onclose = resolve));
  await Promise.all([instance.start(), client.start()]);
  await ended;
  await instance.close();
}

/** The revision that a handshake has settled, which later requests name in a header. */
function negotiatedVersion(message: JSONRPCMessage): string | null {
  const version = 'result' in message ? message.result['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : null;
}

interface ProtocolFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What an agent is told of a request that HTTP refused, or that reached no instance. */
function toProtocolError(error: unknown, { origin }: URL): ProtocolFailure {
  if (!(error instanceof SdkHttpError))
    return { code: ProtocolErrorCode.InternalError, message: `${origin} does not respond: try again later.` };
  const { text } = error.data;
  const envelope = typeof text === 'string' ? readEnvelope(text) : null;
  const said = envelope?.message ?? `${origin} responded with ${error.status}.`;
  return {
    code: error.status < 500 ? ProtocolErrorCode.InvalidRequest : ProtocolErrorCode.InternalError,
    message: error.status === 401 ? `${said} Set MCP_TOKEN to an access token that is valid.` : said,
    data: { status: error.status, ...envelope },
  };
}

/** Our envelope; null for what another server on the way sent. */
function readEnvelope(text: string): { readonly message: string } | null {
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly message?: unknown } | null };
    return typeof error?.message === 'string' ? { ...error, message: error.message } : null;
  } catch {
    return null;
  }
}

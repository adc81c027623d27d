/** The revision of the protocol that is measured: a request says all that it needs, and nothing is kept. */
const REVISION = '2026-07-28';

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request as the official client sends it. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ToolResult {
  readonly structuredContent?: object;
  readonly tools?: readonly object[];
}

export function messageOf(method: string, params: { readonly name?: string } & object): Message {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  };
}

/** @throws Error for anything but a result */
export async function callTool(url: string, { headers, body }: Message): Promise<ToolResult> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const { result } = JSON.parse(text) as { result?: ToolResult & { readonly isError?: boolean } };
  if (result === undefined || result.isError === true) throw new Error(`${url}: ${text.slice(0, 500)}`);
  return result;
}

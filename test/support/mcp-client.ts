import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { askAgain } from './ask-again.js';

/** The eras of the protocol that are served: by a handshake, or by an envelope in each request. */
export const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const;

export type Era = keyof typeof ERAS;

/** The client's own 60 s are less than npm and Node.js may take to start on a busy machine. */
const PATIENCE = { timeout: 500_000 };

/** What a tool returned: its structured content, or what its error says. */
export interface ToolResponse<T> {
  readonly body: T;
  readonly error: null | {
    readonly code: string;
    readonly message: string;
    readonly fix: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** The official client, of one era of the protocol. It checks every result by the tool's output schema. */
export class McpTestClient {
  private constructor(readonly client: Client) {}

  /**
   * @param origin of the API, such as `http://127.0.0.1:4711`
   * @param see what sees each request
   */
  static connect(
    origin: string,
    era: Era = '2026-07-28',
    headers: Readonly<Record<string, string>> = {},
    see: (request: Request) => void = () => undefined,
  ): Promise<McpTestClient> {
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      requestInit: { headers: { ...headers } },
      fetch: (url, init) => {
        see(new Request(url, init));
        return fetch(url, init);
      },
    });
    return McpTestClient.connectBy(transport, era);
  }

  /** Starts the operators' program as agents' settings do, which asks the API at an origin. */
  static connectByStdio(
    origin: string,
    era: Era = '2026-07-28',
    environment: Readonly<Record<string, string>> = {},
  ): Promise<McpTestClient> {
    const transport = new StdioClientTransport({
      command: 'npm',
      args: ['run', '--silent', 'ops', '--', 'mcp', '--url', `${origin}/v1`],
      env: { ...getDefaultEnvironment(), ...environment },
      stderr: 'ignore',
    });
    return McpTestClient.connectBy(transport, era);
  }

  private static async connectBy(transport: Transport, era: Era): Promise<McpTestClient> {
    const client = new Client(
      { name: 'suite', version: '1.0.0' },
      { versionNegotiation: { mode: ERAS[era] } },
    );
    await client.connect(transport, PATIENCE);
    // The client checks structured content by schemas that it has listed.
    await client.listTools(undefined, PATIENCE);
    return new McpTestClient(client);
  }

  async call<T = Readonly<Record<string, unknown>>>(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<ToolResponse<T>> {
    const result = await this.client.callTool({ name, arguments: { ...args } }, PATIENCE);
    const [content] = result.content;
    if (content?.type !== 'text') throw new Error(`${name} returned no text`);
    const said = JSON.parse(content.text) as T & { readonly error?: ToolResponse<T>['error'] };
    if (result.isError === true) return { body: said, error: said.error ?? null };
    expect(result.structuredContent).toEqual(said);
    return { body: said, error: null };
  }

  /** Calls a tool, again where a busy machine cannot respond now. */
  callAgain<T>(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolResponse<T>> {
    return askAgain(
      () => this.call<T>(name, args),
      ({ error }) => (error?.code === 'service_unavailable' ? 503 : 200),
    );
  }

  /** Calls a tool that must succeed. */
  async ask<T>(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<T> {
    const { body, error } = await this.callAgain<T>(name, args);
    if (error !== null) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return body;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { AccessLog } from '@slipway/http';
import { APP_DETAIL } from '../../../apps/api/src/modules/apps/app-market.sql.js';
import { openBarePool } from '../bare-pool.js';

interface Served {
  readonly tools: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly outputSchema: object;
    readonly annotations: object;
  }[];
  readonly captured: readonly (readonly [token: string, result: Record<string, unknown>])[];
}

/**
 * Child process: the rival. The SDK's server as its guide has it, made anew for each request, with all tools and their schemas,
 * which are compiled once. A body is read and parsed here, so that the adapter has no stream to read. A call sends one prepared
 * statement, and returns what `/mcp` returned: no guard, no limits, no errors of our own, but
 * a line of log for each request.
 */
const [url = '', file = ''] = process.argv.slice(2);
const { tools, captured } = JSON.parse(readFileSync(file, 'utf8')) as Served;
const results = new Map(captured);
const pool = openBarePool({ url, role: 'slipway_api', size: 10, statementTimeoutMs: 30_000 });
const registered = tools.map(({ name, inputSchema, outputSchema, ...config }) => ({
  name,
  config: {
    ...config,
    inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema),
    outputSchema: fromJsonSchema<Record<string, unknown>>(outputSchema),
  },
}));

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  for (const { name, config } of registered)
    server.registerTool(name, config, async ({ tokenAddress }) => {
      const { rows } = await pool.query({ ...APP_DETAIL, values: [tokenAddress] });
      const structuredContent = results.get(String(tokenAddress));
      if (rows.length === 0 || structuredContent === undefined) throw new Error('there is no such app');
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    });
  return server;
});
const handle = toNodeHandler(handler);
const log = new AccessLog();
const server = createServer((request, response) => {
  const startedAt = performance.now();
  response.once('close', () => {
    const durationMs = performance.now() - startedAt;
    const { statusCode: status } = response;
    log.record({
      ...{ requestId: randomUUID(), method: 'POST', route: '/' },
      ...{ status, durationMs, cache: 'pass', client: '127.0.0.0/24' },
    });
  });
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    void handle(request as Parameters<typeof handle>[0], response, body);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

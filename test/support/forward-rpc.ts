import type { IncomingMessage } from 'node:http';

/** The body of a request to a node that stands before another. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** What the node behind returns. */
export async function forwardRpc(rpcUrl: string, body: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(rpcUrl, { method: 'POST', body, headers })).text();
}

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import './collect-on-signal.js';

/**
 * Child process: the rival of the stream. node:http that keeps every connection open and, for each line that it reads, writes as many ready
 * bytes to all of them, one write each: no topics, no limits, no snapshots.
 */
const listeners = new Set<ServerResponse>();

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.flushHeaders();
  listeners.add(response);
  response.once('close', () => listeners.delete(response));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

for await (const line of createInterface(process.stdin)) {
  const frame = Buffer.alloc(Number(line), 'x');
  for (const listener of listeners) listener.write(frame);
}

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CapturedResponse } from '../capture-response.js';

/** Child process: the rival. Nothing but node:http, sending captured bytes and headers to every client. */
const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as CapturedResponse;
const bytes = Buffer.from(body, 'base64');

const server = createServer((_request, response) => {
  response.writeHead(200, [...headers]);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isOwnName } from './is-own-name.js';

/** What a process has to tell, in Prometheus' format. */
export interface Metrics {
  readonly contentType: string;
  render(): Promise<string>;
}

interface Place {
  readonly port: number;
  readonly host: string;
  /** Names by which it may be asked, beside those that nobody else can have. */
  readonly names: readonly string[];
  readonly onError: (error: unknown) => void;
}

/**
 * Serves `/metrics` on a port of its own, which is not for the public, and `/live`, which waits for nothing: probes of a process without
 * another port ask for it.
 *
 * @throws the error of a port that cannot be listened on
 */
export async function serveMetrics(metrics: Metrics, { port, host, names, onError }: Place): Promise<Server> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers } = request;
    if (!isOwnName(headers.host, names)) {
      response.writeHead(403).end('METRICS_NAMES does not have this Host.\n');
      return;
    }
    if (method !== 'GET' || (url !== '/metrics' && url !== '/live')) {
      response.writeHead(404).end();
      return;
    }
    if (url === '/live') {
      response.writeHead(204).end();
      return;
    }
    const text = await metrics.render();
    response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

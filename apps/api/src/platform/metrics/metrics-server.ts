import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '@slipway/settings';
import { ApiMetrics } from './api-metrics.js';
import { isOwnName } from './is-own-name.js';

/** Serves `/metrics` on a port of its own, which is not for the public. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private server: Server | null = null;

  constructor(
    private readonly metrics: ApiMetrics,
    private readonly settings: Settings,
  ) {}

  /** @throws the error of a port that cannot be listened on */
  async listen(port: number, host: string): Promise<void> {
    this.metrics.watchProcess();
    const server = createServer((request, response) => {
      this.respond(request, response).catch((error: unknown) => {
        this.logger.error(`the metrics were not served: ${String(error)}`);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
    server.listen(port, host);
    await once(server, 'listening');
    this.server = server;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async respond({ method, url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnName(headers.host, this.settings.metricsNames)) {
      response.writeHead(403).end('METRICS_NAMES does not have this Host.\n');
      return;
    }
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await this.metrics.render();
    response.writeHead(200, { 'Content-Type': this.metrics.contentType }).end(text);
  }
}

import type { Server } from 'node:http';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { serveMetrics } from '@slipway/metrics';
import { Settings } from '@slipway/settings';
import { ApiMetrics } from './api-metrics.js';

/** Serves the figures of this process while it runs. */
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
    this.server = await serveMetrics(this.metrics, {
      ...{ port, host, names: this.settings.metricsNames },
      onError: (error) => {
        this.logger.error(`the metrics were not served: ${String(error)}`);
      },
    });
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

import { Controller, Get, Header } from '@nestjs/common';
import { ApiError, Drain, Internal } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { checkReadiness, type Readiness } from './check-readiness.js';
import { ReadinessSource } from './readiness-source.js';

/** What load balancers and orchestrators ask. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly source: ReadinessSource,
    private readonly drain: Drain,
    private readonly settings: Settings,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @Internal('asked by the orchestrator: is this process alive')
  live(): { readonly status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @Internal('asked by the load balancer: may requests be sent here')
  async ready(): Promise<{ readonly status: 'ok' } & Omit<Readiness, 'reasons'>> {
    const isDatabaseUp = await this.reachDatabase();
    const findings = {
      isStopping: this.drain.isDraining,
      isDatabaseUp,
      head: this.source.current(),
      unreadSeconds: this.source.unreadSeconds,
      indexer: this.source.indexer(),
    };
    const { reasons, ...others } = checkReadiness(findings, this.settings.readyMaxLagSeconds);
    if (reasons.length > 0) {
      throw new ApiError('service_unavailable', { message: 'Not ready.', details: { reasons, ...others } });
    }
    return { status: 'ok', ...others };
  }

  private async reachDatabase(): Promise<boolean> {
    try {
      await this.source.pingDatabase();
      return true;
    } catch {
      return false;
    }
  }
}

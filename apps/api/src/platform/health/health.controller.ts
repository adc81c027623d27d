import { Controller, Get, Header } from '@nestjs/common';
import { ApiError, Drain, Internal } from '@slipway/http';
import { checkReadiness, type ReadinessChecks } from './check-readiness.js';
import { ReadinessSource } from './readiness-source.js';

/** What load balancers and orchestrators ask. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly source: ReadinessSource,
    private readonly drain: Drain,
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
  async ready(): Promise<{ readonly status: 'ok'; readonly checks: ReadinessChecks }> {
    const isDatabaseUp = await this.reachDatabase();
    const { checks, reasons } = checkReadiness({
      isStopping: this.drain.isDraining,
      isDatabaseUp,
      head: this.source.current(),
      haltedReason: this.source.haltedReason(),
      indexRepair: this.source.indexRepair(),
      indexFailure: this.source.indexFailure(),
    });
    if (reasons.length > 0) {
      throw new ApiError('service_unavailable', { message: 'Not ready.', details: { reasons, checks } });
    }
    return { status: 'ok', checks };
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

import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Settings } from '@slipway/settings';

/**
 * Whether this process is on its way out. After the signal, requests are served as before for a while, each response
 * closing its connection, and readiness says no: load balancers turn away before the port is closed.
 */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  private draining = false;
  private readonly inFlight = new Set<ServerResponse>();
  /** One function for all responses: many may be open for long. */
  private readonly forget: (this: ServerResponse) => void;

  constructor(private readonly settings: Settings) {
    const { inFlight } = this;
    this.forget = function () {
      inFlight.delete(this);
    };
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** A response that may take a while: should the signal come meanwhile, it closes its connection too. */
  follow(response: ServerResponse): void {
    if (this.draining) response.shouldKeepAlive = false;
    this.inFlight.add(response);
    response.on('close', this.forget);
  }

  /** @param signal undefined when the program closes itself, as tests do: then no load balancer has to be told */
  async beforeApplicationShutdown(signal?: string): Promise<void> {
    if (signal === undefined) return;
    this.draining = true;
    for (const response of this.inFlight) response.shouldKeepAlive = false;
    await sleep(this.settings.shutdownDrainSeconds * 1_000);
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { LaunchFundsReader } from '#chain';
import type { Env } from '#env';
import { toAddress } from '#values';
import { PreflightController } from './preflight.controller.js';
import { PreflightRepository } from './preflight.repository.js';
import { PreflightService } from './preflight.service.js';

type PreflightSettings = Pick<Env, 'rpc' | 'launchpadAddress' | 'platformTokenAddress'>;

@Module({})
export class PreflightModule {
  static register({ rpc, launchpadAddress, platformTokenAddress }: PreflightSettings): DynamicModule {
    const contracts = {
      launchpad: toAddress(launchpadAddress),
      platformToken: toAddress(platformTokenAddress),
    };
    return {
      module: PreflightModule,
      controllers: [PreflightController],
      providers: [
        PreflightService,
        PreflightRepository,
        { provide: LaunchFundsReader, useFactory: () => new LaunchFundsReader(rpc.http[0], contracts) },
      ],
    };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { ChainNode, RewardContracts } from '#chain';
import { PrismaService } from '#database';
import type { Env } from '#env';
import { Programs } from '#programs';
import { systemClock } from '#values';
import { AddProgramCommand } from './add-program.command.js';
import { EndProgramCommand } from './end-program.command.js';
import { ListProgramsCommand } from './list-programs.command.js';
import { ProgramsCommand } from './programs.command.js';
import { PublishCommand } from './publish.command.js';
import { RewardsCommand } from './rewards.command.js';

/** Commands about reward programs, on the database and the chain. */
@Module({})
export class ProgramsModule {
  static register({ rpc, chainId }: Pick<Env, 'rpc' | 'chainId'>): DynamicModule {
    return {
      module: ProgramsModule,
      providers: [
        {
          provide: Programs,
          useFactory: (prisma: PrismaService) =>
            new Programs(prisma, new RewardContracts(new ChainNode(rpc.http, chainId)), systemClock),
          inject: [PrismaService],
        },
        ProgramsCommand,
        AddProgramCommand,
        EndProgramCommand,
        ListProgramsCommand,
        RewardsCommand,
        PublishCommand,
      ],
    };
  }
}

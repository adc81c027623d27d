import { Module } from '@nestjs/common';
import { ChainNode, RewardContracts } from '#chain';
import { PrismaService } from '#database';
import { Settings } from '#settings';
import { Programs } from '#programs';
import { systemClock } from '#values';
import { AddProgramCommand } from './add-program.command.js';
import { EndProgramCommand } from './end-program.command.js';
import { ListProgramsCommand } from './list-programs.command.js';
import { ProgramsCommand } from './programs.command.js';
import { PublishCommand } from './publish.command.js';
import { RewardsCommand } from './rewards.command.js';

/** Commands about reward programs, on the database and the chain. */
@Module({
  providers: [
    {
      provide: Programs,
      useFactory: (prisma: PrismaService, { rpc, chainId }: Settings) =>
        new Programs(prisma, new RewardContracts(new ChainNode(rpc.http, chainId)), systemClock),
      inject: [PrismaService, Settings],
    },
    ProgramsCommand,
    AddProgramCommand,
    EndProgramCommand,
    ListProgramsCommand,
    RewardsCommand,
    PublishCommand,
  ],
})
export class ProgramsModule {}

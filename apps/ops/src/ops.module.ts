import { Module } from '@nestjs/common';
import { DatabaseModule } from '#database';
import { Settings, SettingsModule } from '#settings';
import { AppVisibilityRepository } from './apps/app-visibility.repository.js';
import { AppsCommand } from './apps/apps.command.js';
import { HideAppCommand } from './apps/hide-app.command.js';
import { ListHiddenAppsCommand } from './apps/list-hidden-apps.command.js';
import { UnhideAppCommand } from './apps/unhide-app.command.js';
import { FlagsCommand } from './flags/flags.command.js';
import { FlagsRepository } from './flags/flags.repository.js';
import { ListFlagsCommand } from './flags/list-flags.command.js';
import { OwnFlags } from './flags/own-flags.js';
import { SetFlagCommand } from './flags/set-flag.command.js';
import { UnsetFlagCommand } from './flags/unset-flag.command.js';
import { CancelOrderCommand } from './index/cancel-order.command.js';
import { IndexCommand } from './index/index.command.js';
import { IndexOrders } from './index/index-orders.js';
import { IndexOrdersRepository } from './index/index-orders.repository.js';
import { IndexStatusCommand } from './index/index-status.command.js';
import { IndexStatusRepository } from './index/index-status.repository.js';
import { RebuildIndexCommand } from './index/rebuild-index.command.js';
import { RewindIndexCommand } from './index/rewind-index.command.js';
import { KeysModule } from './keys/keys.module.js';
import { LAUNCH_COMMANDS } from './launch-commands.js';
import { AddOriginCommand } from './origins/add-origin.command.js';
import { ListOriginsCommand } from './origins/list-origins.command.js';
import { OriginsCommand } from './origins/origins.command.js';
import { OriginsRepository } from './origins/origins.repository.js';
import { RemoveOriginCommand } from './origins/remove-origin.command.js';
import { ProgramsModule } from './programs/programs.module.js';

/** A tree of a million leaves is written in one statement, which may take longer than a request's. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** The operators' commands, each a class with its words, over one small pool. */
@Module({
  imports: [
    SettingsModule,
    DatabaseModule.register({ role: 'slipway_ops', size: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    KeysModule,
    ProgramsModule,
  ],
  providers: [
    AppVisibilityRepository,
    AppsCommand,
    HideAppCommand,
    UnhideAppCommand,
    ListHiddenAppsCommand,
    {
      provide: OwnFlags,
      useFactory: ({ flagsOfrepUrl }: Settings) => new OwnFlags(flagsOfrepUrl),
      inject: [Settings],
    },
    FlagsRepository,
    FlagsCommand,
    SetFlagCommand,
    UnsetFlagCommand,
    ListFlagsCommand,
    IndexOrdersRepository,
    IndexStatusRepository,
    IndexStatusCommand,
    CancelOrderCommand,
    IndexOrders,
    IndexCommand,
    RewindIndexCommand,
    RebuildIndexCommand,
    OriginsRepository,
    OriginsCommand,
    AddOriginCommand,
    RemoveOriginCommand,
    ListOriginsCommand,
    ...LAUNCH_COMMANDS,
  ],
})
export class OpsModule {}

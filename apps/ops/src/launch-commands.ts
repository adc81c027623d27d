import type { Provider } from '@nestjs/common';
import { BlockCreatorCommand } from './creators/block-creator.command.js';
import { BlockedCreatorsRepository } from './creators/blocked-creators.repository.js';
import { CreatorsCommand } from './creators/creators.command.js';
import { ListCreatorsCommand } from './creators/list-creators.command.js';
import { UnblockCreatorCommand } from './creators/unblock-creator.command.js';
import { ListNamesCommand } from './names/list-names.command.js';
import { NamesCommand } from './names/names.command.js';
import { ReleaseNameCommand } from './names/release-name.command.js';
import { ReserveNameCommand } from './names/reserve-name.command.js';
import { ReservedWordsRepository } from './names/reserved-words.repository.js';
import { LaunchPolicyRepository } from './policy/launch-policy.repository.js';
import { PolicyCommand } from './policy/policy.command.js';
import { SetPolicyCommand } from './policy/set-policy.command.js';
import { ShowPolicyCommand } from './policy/show-policy.command.js';

/** What operators decide about launches: names, creators, policy. */
export const LAUNCH_COMMANDS: Provider[] = [
  ReservedWordsRepository,
  NamesCommand,
  ReserveNameCommand,
  ReleaseNameCommand,
  ListNamesCommand,
  BlockedCreatorsRepository,
  CreatorsCommand,
  BlockCreatorCommand,
  UnblockCreatorCommand,
  ListCreatorsCommand,
  LaunchPolicyRepository,
  PolicyCommand,
  SetPolicyCommand,
  ShowPolicyCommand,
];

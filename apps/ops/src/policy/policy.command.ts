import { Command, CommandRunner } from 'nest-commander';
import { SetPolicyCommand } from './set-policy.command.js';
import { ShowPolicyCommand } from './show-policy.command.js';

@Command({
  name: 'policy',
  description: 'what preflight allows of launches',
  subCommands: [SetPolicyCommand, ShowPolicyCommand],
})
export class PolicyCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help();
  }
}

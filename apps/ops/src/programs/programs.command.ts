import { Command, CommandRunner } from 'nest-commander';
import { AddProgramCommand } from './add-program.command.js';
import { EndProgramCommand } from './end-program.command.js';
import { ListProgramsCommand } from './list-programs.command.js';

@Command({
  name: 'programs',
  description: 'reward programs',
  subCommands: [AddProgramCommand, EndProgramCommand, ListProgramsCommand],
})
export class ProgramsCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help({ error: true });
  }
}

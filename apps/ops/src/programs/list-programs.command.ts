import { CommandRunner, SubCommand } from 'nest-commander';
import { Programs } from '#programs';
import { print } from '../print.js';

@SubCommand({ name: 'list', description: 'all programs, ended and future ones too' })
export class ListProgramsCommand extends CommandRunner {
  constructor(private readonly programs: Programs) {
    super();
  }

  override async run(): Promise<void> {
    const programs = await this.programs.list();
    for (const program of programs) {
      const { id, name, rule, startsAt, endsAt, distributor, tokenAddress, trees, accountedUntil } = program;
      const published =
        accountedUntil === null ? 'no tree' : `${trees} trees, until ${accountedUntil.toISOString()}`;
      // Symbols are strangers' text, which could hold a terminal's control sequences.
      print(
        `${id}  ${JSON.stringify(name)}  ${tokenAddress ?? 'protocol'}  ${rule}  ` +
          `${startsAt.toISOString()} to ${endsAt.toISOString()}  ${program.emissionsPerDay} wei a day of ` +
          `${JSON.stringify(program.rewardSymbol)}  ${distributor}  ${published}`,
      );
    }
    print(`${programs.length} programs`);
  }
}

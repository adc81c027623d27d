import { CommandRunner, SubCommand } from 'nest-commander';
import { print } from '../print.js';
import { OriginsRepository } from './origins.repository.js';
import { readOrigin } from './read-origin.js';

@SubCommand({
  name: 'add',
  arguments: '<origin>',
  description: "let a builder's site, such as https://app.example.com, sign its users in",
})
export class AddOriginCommand extends CommandRunner {
  constructor(private readonly repository: OriginsRepository) {
    super();
  }

  override async run([text]: string[]): Promise<void> {
    const origin = readOrigin(text);
    print(`${(await this.repository.add(origin)) ? 'registered' : 'registered already'}: ${origin}`);
  }
}

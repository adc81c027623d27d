import { CommandRunner, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { OriginsRepository } from './origins.repository.js';
import { readOrigin } from './read-origin.js';

@SubCommand({
  name: 'remove',
  arguments: '<origin>',
  description: "refuse a site's sign-ins; tokens that were issued stay good for their hour",
})
export class RemoveOriginCommand extends CommandRunner {
  constructor(private readonly repository: OriginsRepository) {
    super();
  }

  override async run([text]: string[]): Promise<void> {
    const origin = readOrigin(text);
    if (!(await this.repository.remove(origin))) throw new OperatorError(`${origin} is not registered`);
    print(`removed: ${origin}`);
  }
}

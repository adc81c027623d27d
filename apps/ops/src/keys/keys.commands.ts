import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { DEFAULT_MINUTES } from './default-minutes.js';
import type { RotateOptions } from './rotate-signing-keys.js';

/** These need no database, and print secrets that nothing may be mixed into. */
export function addKeysCommands(program: Command, context: CommandContext): void {
  program
    .command('keys')
    .description('the keys that sign access tokens')
    .command('rotate')
    .description("let a new key sign access tokens; the one before it stays good for a token's lifetime")
    .option('--print', 'print the new JWT_SIGNING_KEYS, and change nothing here')
    .option(
      '--after <minutes>',
      `when the new key begins to sign, in minutes (default ${DEFAULT_MINUTES}; a first key at once)`,
      readMinutes,
    )
    .action(async (options: RotateOptions) => {
      // What reads keys loads the whole HTTP library, which no other command needs.
      const { rotateSigningKeys } = await import('./rotate-signing-keys.js');
      await rotateSigningKeys(context, options);
    });
}

function readMinutes(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new OperatorError('--after must be a whole number of minutes');
  return Number(text);
}

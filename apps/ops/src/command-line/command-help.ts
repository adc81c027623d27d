/** What of a command its help is written from. */
interface DescribedCommand {
  readonly parent: DescribedCommand | null;
  readonly commands: readonly DescribedCommand[];
  readonly options: readonly { readonly flags: string; readonly mandatory: boolean }[];
  name(): string;
  usage(): string;
}

/** How the program is called. */
export const PROGRAM = 'npm run ops --';

/** More than these would not fit a line: the command's own help lists them. */
const MAX_FLAGS = 2;

/** How `--help` shows commands: all that do something, by their whole names, with what they cannot do without. */
export const commandHelp = {
  visibleCommands: <C extends DescribedCommand>(command: C): C[] => endsOf(command) as C[],
  subcommandTerm: (command: DescribedCommand): string =>
    [...namesOf(command), needsOf(command)].join(' ').trim(),
  commandUsage: (command: DescribedCommand): string =>
    [PROGRAM, ...namesOf(command), needsOf(command) || command.usage()].join(' '),
};

/** The commands below one that are not groups themselves. */
function endsOf({ commands }: DescribedCommand): DescribedCommand[] {
  return commands.flatMap((command) => (command.commands.length === 0 ? [command] : endsOf(command)));
}

/** The words that name a command, without the program's. */
function namesOf(command: DescribedCommand): string[] {
  return command.parent === null ? [] : [...namesOf(command.parent), command.name()];
}

function needsOf(command: DescribedCommand): string {
  const words = command.usage().replace(/\[(options|command)\] ?/g, '');
  const flags = command.options.filter(({ mandatory }) => mandatory).map((option) => option.flags);
  return [words.trim(), ...(flags.length > MAX_FLAGS ? ['[options]'] : flags)].join(' ').trim();
}

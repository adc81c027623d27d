import { readFile } from 'node:fs/promises';
import { CommandRunner, Option, SubCommand } from 'nest-commander';
import { PROGRAM_RULES, Programs, readList, type ListEntry, type ProgramRule } from '#programs';
import type { Address } from '#values';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { readToken } from '../read-token.js';
import { readTime } from './read-time.js';

interface AddProgramOptions {
  readonly name: string;
  readonly app?: Address;
  readonly rewardToken: Address;
  readonly distributor: Address;
  readonly emissionsPerDay: bigint;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly rule: ProgramRule;
  readonly list?: string;
  readonly eligibility: string;
  readonly publicAllocations?: boolean;
}

@SubCommand({
  name: 'add',
  arguments: '<id>',
  description: 'add a program: of an app with --app, else of the protocol',
})
export class AddProgramCommand extends CommandRunner {
  constructor(private readonly programs: Programs) {
    super();
  }

  override async run([id = '']: string[], options: AddProgramOptions): Promise<void> {
    const { app, list, publicAllocations, ...rest } = options;
    const program = await this.programs.add(
      { ...rest, id, tokenAddress: app ?? null, allocationsPublic: publicAllocations ?? false },
      list === undefined ? [] : await readListFile(list),
    );
    print(`added: ${program.id}, paid in ${JSON.stringify(program.rewardSymbol)} by ${program.distributor}`);
  }

  @Option({ flags: '--name <text>', description: 'its name', required: true })
  parseName(text: string): string {
    return text;
  }

  @Option({ flags: '--app <token>', description: 'the app that it is about' })
  parseApp(text: string): Address {
    return readToken(text);
  }

  @Option({ flags: '--reward-token <address>', description: 'what it pays, 18 decimals', required: true })
  parseRewardToken(text: string): Address {
    return readToken(text);
  }

  @Option({ flags: '--distributor <address>', description: 'its own distributor', required: true })
  parseDistributor(text: string): Address {
    return readToken(text);
  }

  @Option({ flags: '--emissions-per-day <wei>', description: 'what it spends a day, in wei', required: true })
  parseEmissions(text: string): bigint {
    if (!/^[1-9][0-9]{0,59}$/.test(text))
      throw new OperatorError('--emissions-per-day is a whole number of wei');
    return BigInt(text);
  }

  @Option({ flags: '--starts-at <time>', description: 'such as 2026-11-21T00:00:00Z', required: true })
  parseStart(text: string): Date {
    return readTime(text);
  }

  @Option({ flags: '--ends-at <time>', description: 'it spends nothing from then on', required: true })
  parseEnd(text: string): Date {
    return readTime(text);
  }

  @Option({
    flags: '--rule <rule>',
    description: `who earns: ${PROGRAM_RULES.join(', ')}`,
    choices: [...PROGRAM_RULES],
    required: true,
  })
  parseRule(text: ProgramRule): ProgramRule {
    return text;
  }

  @Option({ flags: '--list <file>', description: 'for the rule list: lines of address,amount in wei' })
  parseList(file: string): string {
    return file;
  }

  @Option({ flags: '--eligibility <text>', description: 'who earns, in words', required: true })
  parseEligibility(text: string): string {
    return text;
  }

  @Option({ flags: '--public-allocations', description: "let everybody read each account's amount" })
  parsePublic(): boolean {
    return true;
  }
}

async function readListFile(file: string): Promise<ListEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new OperatorError(`the list ${file} cannot be read: ${why}`);
  });
  return readList(text);
}

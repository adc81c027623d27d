import { type RewardContracts } from '@slipway/chain';
import type { PrismaService } from '@slipway/database';
import type { Address, Clock } from '@slipway/domain';
import { checkProgram, type NewProgram } from './check-program.js';
import { ProgramError, type Program } from './rules/program.js';
import { ProgramsRepository, type ProgramState } from './programs.repository.js';
import { publishProgram, type Publication } from './publishing/publish-program.js';
import { ProgramHistory } from './publishing/read-history.js';
import { TreesRepository, type AccountClaim } from './publishing/trees.repository.js';
import type { ListEntry } from './rules/list-rule.js';

/** What operators do with reward programs: the one way to it, for their commands and for the local network. */
export class Programs {
  private readonly repository: ProgramsRepository;
  private readonly history: ProgramHistory;
  private readonly trees: TreesRepository;

  /** @param prisma works as `slipway_ops` */
  constructor(
    prisma: PrismaService,
    private readonly contracts: RewardContracts,
    private readonly clock: Clock,
  ) {
    this.repository = new ProgramsRepository(prisma);
    this.history = new ProgramHistory(prisma);
    this.trees = new TreesRepository(prisma);
  }

  list(): Promise<ProgramState[]> {
    return this.repository.list();
  }

  /** @throws ProgramError when it could not work, or its id or distributor is taken */
  async add(asked: NewProgram, list: readonly ListEntry[] = []): Promise<Program> {
    const program = await checkProgram(asked, list, this.contracts, (token) => this.history.isApp(token));
    for (const taken of [program.id, program.distributor]) {
      const other = await this.repository.find(taken);
      if (other !== null) throw new ProgramError(`program ${other.id} has ${taken} already`);
    }
    if (!(await this.repository.add(program, list)))
      throw new ProgramError(`program ${program.id} was added by another operator`);
    return program;
  }

  /**
   * Ends a program, now or at a time to come before its end.
   *
   * @throws ProgramError when that would take back published amounts
   */
  async end(id: string, at: Date | null): Promise<Date> {
    const program = await this.get(id);
    const now = this.clock.now();
    if (at !== null && at < now) throw new ProgramError('the end must not be in the past');
    // A program that has not begun never does.
    const endsAt = new Date(Math.max((at ?? now).getTime(), program.startsAt.getTime()));
    if (program.accountedUntil !== null && endsAt < program.accountedUntil)
      throw new ProgramError(`a tree until ${program.accountedUntil.toISOString()} is published already`);
    if (endsAt >= program.endsAt)
      throw new ProgramError(`the program ends at ${program.endsAt.toISOString()} already`);
    await this.repository.end(id, endsAt);
    return endsAt;
  }

  /** @throws ProgramError when there is nothing to publish, or the distributor is not funded for it */
  async publish(id: string, until: Date | null): Promise<Publication> {
    return publishProgram(await this.get(id), until, this.history, this.trees, this.contracts);
  }

  /** What an account is due by a program's last published tree, with its proof; null when it has no leaf. */
  findClaim(id: string, account: Address): Promise<AccountClaim | null> {
    return this.trees.findClaim(id, account);
  }

  private async get(id: string): Promise<ProgramState> {
    const program = await this.repository.find(id);
    if (program?.id !== id) throw new ProgramError(`there is no program ${JSON.stringify(id.slice(0, 64))}`);
    return program;
  }
}

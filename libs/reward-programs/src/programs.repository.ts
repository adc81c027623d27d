import type { Prisma, PrismaService } from '@slipway/database';
import { rootOf, type NodeHex } from './merkle/tree-layout.js';
import { mapKnown, toAddress } from '@slipway/domain';
import type { Program, ProgramRule } from './rules/program.js';
import type { ListEntry } from './rules/list-rule.js';

/** A program with its publications. */
export interface ProgramState extends Program {
  readonly trees: number;
  /** Until when the last published tree accounts; null before the first. */
  readonly accountedUntil: Date | null;
  readonly lastRoot: NodeHex | null;
}

/** How a program is read: with how many trees it has, and the last of them. */
const STATE = {
  omit: { addedAt: true },
  include: {
    _count: { select: { trees: true } },
    trees: { select: { root: true, accountedUntil: true }, orderBy: { id: 'desc' }, take: 1 },
  },
} as const;

/** A long list of accounts takes longer than Prisma's five seconds. */
const ADD_TIMEOUT = { timeout: 60_000 };

/** Programs in PostgreSQL, by a connection that works as `slipway_ops`. The database itself announces their changes. */
export class ProgramsRepository {
  constructor(private readonly prisma: PrismaService) {}

  async list(): Promise<ProgramState[]> {
    return (await this.prisma.client.program.findMany({ ...STATE, orderBy: { id: 'asc' } })).map(toProgram);
  }

  /** The program with an id or a distributor. */
  async find(key: string): Promise<ProgramState | null> {
    const where = { OR: [{ id: key }, { distributor: key }] };
    return mapKnown(await this.prisma.client.program.findFirst({ ...STATE, where }), toProgram);
  }

  /** @returns false when the id or the distributor is another program's */
  add(program: Program, list: readonly ListEntry[]): Promise<boolean> {
    return this.prisma.client.$transaction(async (tx) => {
      const row = { ...program, emissionsPerDay: program.emissionsPerDay.toString() };
      const { count } = await tx.program.createMany({ data: row, skipDuplicates: true });
      if (count === 0) return false;
      const programId = program.id;
      const entries = list.map(({ account, amount }) => ({ programId, account, amount: amount.toString() }));
      await tx.programListEntry.createMany({ data: entries });
      return true;
    }, ADD_TIMEOUT);
  }

  /** Moves a program's end. */
  async end(id: string, endsAt: Date): Promise<void> {
    await this.prisma.client.program.updateMany({ where: { id }, data: { endsAt } });
  }
}

type ProgramRow = Prisma.ProgramGetPayload<typeof STATE>;

function toProgram({ _count, trees: [last], ...row }: ProgramRow): ProgramState {
  return {
    ...row,
    tokenAddress: mapKnown(row.tokenAddress, toAddress),
    rewardToken: toAddress(row.rewardToken),
    distributor: toAddress(row.distributor),
    emissionsPerDay: BigInt(row.emissionsPerDay.toFixed()),
    rule: row.rule as ProgramRule,
    trees: _count.trees,
    accountedUntil: last?.accountedUntil ?? null,
    lastRoot: last === undefined ? null : rootOf(last.root),
  };
}

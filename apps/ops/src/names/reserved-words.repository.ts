import { type PrismaService } from '@slipway/database';
import { foldName, foldSymbol, toNameSkeleton } from '@slipway/name-matching';

export type WordKind = 'name' | 'symbol';

export interface ReservedWord {
  readonly kind: string;
  readonly word: string;
}

/** Names and symbols that preflight refuses, with all that look like them. Read with every preflight. */
export class ReservedWordsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns false when it, or one that looks like it, was reserved already */
  async reserve(kind: WordKind, word: string): Promise<boolean> {
    const data = { kind, word, ...keysOf(kind, word) };
    const { count } = await this.prisma.client.reservedWord.createMany({
      data: [data],
      skipDuplicates: true,
    });
    return count > 0;
  }

  /** @returns the word that was reserved, or null when none was */
  async release(kind: WordKind, word: string): Promise<string | null> {
    const kind_key = { kind, key: keysOf(kind, word).key };
    const found = await this.prisma.client.reservedWord.findUnique({ where: { kind_key } });
    if (found === null) return null;
    await this.prisma.client.reservedWord.deleteMany({ where: kind_key });
    return found.word;
  }

  list(): Promise<ReservedWord[]> {
    return this.prisma.client.reservedWord.findMany({ orderBy: [{ kind: 'asc' }, { word: 'asc' }] });
  }
}

function keysOf(kind: WordKind, word: string): { key: string; skeleton: string } {
  if (kind === 'name') return { key: foldName(word), skeleton: toNameSkeleton(word) };
  const key = foldSymbol(word);
  return { key, skeleton: key };
}

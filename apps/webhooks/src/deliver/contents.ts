import { LRUCache } from 'lru-cache';
import type { PrismaService } from '@slipway/database';
import { CONTENT, type Content } from './deliveries.sql.js';

/** Kept in memory, as UTF-16 at most. */
const MOST_BYTES = 64 * 2 ** 20;

const OVERHEAD_BYTES = 256;

/** What blocks have to tell: read once, however many are told of it. */
export class Contents {
  private readonly cache: LRUCache<string, Content>;

  constructor(prisma: PrismaService) {
    this.cache = new LRUCache({
      maxSize: MOST_BYTES,
      sizeCalculation: ({ texts }) =>
        texts.reduce((sum, { length }) => sum + 2 * length + OVERHEAD_BYTES, OVERHEAD_BYTES),
      fetchMethod: async (id) => (await prisma.$runAtPrimary(CONTENT, id))[0],
    });
  }

  /** Of a delivery that waits: it was deleted when nobody waits for it. */
  async get(id: string): Promise<Content> {
    const content = await this.cache.fetch(id);
    if (content === undefined)
      throw new Error('what a delivery tells is not there: it was delivered meanwhile');
    return content;
  }
}

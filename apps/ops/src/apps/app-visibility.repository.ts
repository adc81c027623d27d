import { Injectable } from '@nestjs/common';
import { HEAD_CHANNEL, PrismaClient } from '#database';
import type { Address } from '#values';

export interface HiddenApp {
  readonly token: string;
  readonly name: string | null;
  readonly reason: string;
  readonly hiddenAt: Date;
}

/** Which apps the API's lists, search and boards leave out. Every change is announced to all API instances. */
@Injectable()
export class AppVisibilityRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** @returns false when no app has the token */
  async hide(token: Address, reason: string): Promise<boolean> {
    if ((await this.prisma.app.count({ where: { token } })) === 0) return false;
    await this.change((tx) =>
      tx.hiddenApp.upsert({ where: { token }, create: { token, reason }, update: { reason } }),
    );
    return true;
  }

  /** @returns false when the app was not hidden */
  async unhide(token: Address): Promise<boolean> {
    if ((await this.prisma.hiddenApp.count({ where: { token } })) === 0) return false;
    await this.change((tx) => tx.hiddenApp.deleteMany({ where: { token } }));
    return true;
  }

  async list(): Promise<HiddenApp[]> {
    const hidden = await this.prisma.hiddenApp.findMany({ orderBy: { hiddenAt: 'asc' } });
    const apps = await this.prisma.app.findMany({
      where: { token: { in: hidden.map(({ token }) => token) } },
    });
    const names = new Map(apps.map(({ token, name }) => [token, name]));
    return hidden.map((app) => ({ ...app, name: names.get(app.token) ?? null }));
  }

  /** Counts the change as a new revision of public data, so that no instance goes on with answers from before it. */
  private change<T>(work: (tx: Pick<PrismaClient, 'hiddenApp'>) => Promise<T>): Promise<T> {
    return this.prisma.$transaction(async (tx) => {
      const result = await work(tx);
      await tx.catalog.updateMany({ data: { revision: { increment: 1 } } });
      await tx.$executeRaw`SELECT pg_notify(${HEAD_CHANNEL}, 'catalog')`;
      return result;
    });
  }
}

import { idOfAddress, type PrismaService, type Statement } from '@slipway/database';
import type { Address } from '@slipway/domain';

/** The names of the apps that some tokens are, each with its token. */
const NAMES: Statement<[tokens: readonly string[]], { token: string; name: string }> = {
  text: `SELECT asked.token, a.name FROM unnest($1::text[]) AS asked (token)
    JOIN apps a ON a.token_id = ${idOfAddress('asked.token')}`,
};

export interface HiddenApp {
  readonly token: string;
  readonly name: string | null;
  readonly reason: string;
  readonly hiddenAt: Date;
}

/** Which apps the API's lists, search and boards leave out. The database announces every change to all API instances. */
export class AppVisibilityRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** @returns false when no app has the token */
  async hide(token: Address, reason: string): Promise<boolean> {
    if ((await this.prisma.$run(NAMES, [token])).length === 0) return false;
    await this.prisma.client.hiddenApp.upsert({
      where: { token },
      create: { token, reason },
      update: { reason },
    });
    return true;
  }

  /** @returns false when the app was not hidden */
  async unhide(token: Address): Promise<boolean> {
    const { count } = await this.prisma.client.hiddenApp.deleteMany({ where: { token } });
    return count > 0;
  }

  async list(): Promise<HiddenApp[]> {
    const hidden = await this.prisma.client.hiddenApp.findMany({ orderBy: { hiddenAt: 'asc' } });
    const apps = await this.prisma.$run(
      NAMES,
      hidden.map(({ token }) => token),
    );
    const names = new Map(apps.map(({ token, name }) => [token, name]));
    return hidden.map((app) => ({ ...app, name: names.get(app.token) ?? null }));
  }
}

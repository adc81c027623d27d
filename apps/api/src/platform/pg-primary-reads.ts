import { Injectable } from '@nestjs/common';
import {
  isReadingAtPrimary,
  PrismaService,
  readAtPrimary,
  ReadServers,
  type Statement,
} from '@slipway/database';
import { PrimaryReads } from '@slipway/http';

const BLOCK: Statement<[], { block: string }> = {
  name: 'primary-block',
  text: 'SELECT block_number AS block FROM head',
};

/** Binds what asks for the latest to the primary. */
@Injectable()
export class PgPrimaryReads extends PrimaryReads {
  private asking: Promise<bigint | null> | null = null;

  constructor(
    private readonly prisma: PrismaService,
    private readonly servers: ReadServers,
  ) {
    super();
  }

  areElsewhere(): boolean {
    return !this.servers.isAtPrimary;
  }

  block(): Promise<bigint | null> {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return readAtPrimary(work);
  }

  isInside(): boolean {
    return isReadingAtPrimary();
  }

  private async ask(): Promise<bigint | null> {
    const [row] = await this.prisma.$runAtPrimary(BLOCK);
    return row === undefined ? null : BigInt(row.block);
  }
}

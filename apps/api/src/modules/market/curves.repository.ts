import { Injectable } from '@nestjs/common';
import { PrismaService } from '#database';
import type { Address, AsOf } from '#values';
import { CURVE } from './curves.sql.js';
import type { CurveFacts } from './curves.types.js';

/** Reads curves. Null means that nothing is indexed yet. */
@Injectable()
export class CurvesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** One curve; `curve` is null when no app has the token. */
  readCurve(token: Address): Promise<{ asOf: AsOf; curve: CurveFacts | null } | null> {
    return this.prisma.$runAsOf(CURVE, token);
  }
}

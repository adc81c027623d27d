import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { Address, AsOf } from '#values';
import { CURVE } from './curves.sql.js';
import type { CurveFacts } from './curves.types.js';

/** Reads curves. Null means that nothing is indexed yet. */
@Injectable()
export class CurvesRepository {
  constructor(private readonly pool: Pool) {}

  /** One curve; `curve` is null when no app has the token. */
  async readCurve(token: Address): Promise<{ asOf: AsOf; curve: CurveFacts | null } | null> {
    const { rows } = await this.pool.query<HeadRow & { curve: CurveFacts | null }>({
      ...CURVE,
      values: [token],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), curve: row.curve };
  }
}

import { Injectable } from '@nestjs/common';
import type { TradeSide } from '@slipway/protocols';
import type { Address } from '@slipway/domain';
import {
  type AnsweredAt,
  addressOfId,
  type AtHead,
  feePpmAt,
  type HeadStatement,
  idOfAddress,
  PrismaService,
  lastBlockUpTo,
  reservesAt,
} from '@slipway/database';

export const CURVE_STAGES = ['curve', 'graduated'] as const;

export const TRADE_SIDES = ['buy', 'sell'] as const satisfies readonly TradeSide[];

/** A curve as the database keeps it. Amounts are decimal strings of wei. */
export interface CurveRow {
  readonly virtualPlatformReserve: string;
  readonly virtualTokenReserve: string;
  readonly realPlatformReserve: string;
  readonly realTokenReserve: string;
  readonly graduationThreshold: string;
  /** Of trades on the curve, in millionths; null where the index begins after the event that says it. */
  readonly feePpm: number | null;
  /** The reserves that make the price now: the curve's, or the pool's. */
  readonly platformReserve: string;
  readonly tokenReserve: string;
  readonly pool: Address | null;
  readonly graduatedAt: string | null;
  readonly launchpad: Address;
  readonly platformToken: Address;
  /** When the price feed last spoke; null before. */
  readonly answeredAt: AnsweredAt;
  /** The same five minutes before the block; of the launch before the first trade. */
  readonly platformReserveBefore: string;
  readonly tokenReserveBefore: string;
}

/** Curves of those tokens that are an app's: $1. With the reserves of five minutes before; of the launch before the first trade. */
export const CURVES: HeadStatement<
  [tokens: readonly Address[]],
  { curves: Readonly<Record<Address, CurveRow>> }
> = {
  name: 'curves',
  text: `
    SELECT h.*, (
      SELECT coalesce(json_object_agg(asked.address, json_build_object('virtualPlatformReserve', v.virtual_platform_reserve::text,
        'virtualTokenReserve', v.virtual_token_reserve::text,
        'realPlatformReserve', v.real_platform_reserve::text, 'realTokenReserve', v.real_token_reserve::text,
        'graduationThreshold', d.graduation_threshold::text, 'feePpm', ${feePpmAt('h.block_number')},
        'platformReserve', s.platform_reserve::text, 'tokenReserve', s.token_reserve::text,
        'pool', ${addressOfId('v.pool_id')}, 'graduatedAt', v.graduated_at,
        'launchpad', d.launchpad, 'platformToken', d.platform_token,
        'answeredAt', (SELECT answered_at FROM latest_oracle_price),
        'platformReserveBefore', coalesce(b.platform_reserve, d.initial_virtual_platform)::text,
        'tokenReserveBefore', coalesce(b.token_reserve, d.initial_virtual_token)::text)), '{}')
      FROM unnest($1::text[]) asked (address) JOIN curves v ON v.token_id = ${idOfAddress('asked.address')}
      JOIN app_stats s ON s.token_id = v.token_id CROSS JOIN deployment d
      LEFT JOIN LATERAL ${reservesAt('v.token_id', lastBlockUpTo("h.block_time - interval '5 minutes'"))} b ON true
    ) AS curves
    FROM indexed_head h`,
};

/** Reads curves. Null means that nothing is indexed yet. */
@Injectable()
export class CurvesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The curves of those tokens that are an app's. */
  readCurves(
    tokens: readonly Address[],
  ): Promise<AtHead<{ curves: Readonly<Record<Address, CurveRow>> }> | null> {
    return this.prisma.$runAsOf(CURVES, tokens);
  }
}

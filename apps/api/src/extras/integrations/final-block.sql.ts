import { firstUnfinal, type AtHead, type HeadStatement, type PrismaService } from '@slipway/database';

/** What is true at the newest final block whose time is known. */
export interface AtFinal {
  /** Below 0, and without a time in milliseconds, while there is none. */
  readonly final: { readonly block: number; readonly time: number | null };
}

/**
 * SQL: number and time of the newest block up to one whose time is known: one with events, or one that was the head some minutes ago
 * at most.
 *
 * @param block the newest final one
 */
const lastKnownBlock = (block: string): string => `(
  SELECT known.number, known.time FROM (
    (SELECT b.number, b.time FROM block_times b WHERE b.number <= ${block} ORDER BY b.number DESC LIMIT 1)
    UNION ALL
    (SELECT p.block_number, p.block_time FROM head_history_rows p WHERE p.block_number <= ${block} ORDER BY p.index_revision DESC LIMIT 1)
  ) known ORDER BY known.number DESC LIMIT 1)`;

/**
 * SQL: a common table `final` with the block that all is true at which integrations tell: the newest final one whose time is known,
 * below 0 while there is none.
 *
 * @param finalityBlocks how far a reorganisation may reach
 */
export const finalTable = (finalityBlocks: string): string => `final AS MATERIALIZED (
    SELECT coalesce(known.number, -1)::int AS block, known.time
    FROM (SELECT ${firstUnfinal(finalityBlocks)} - 1 AS block FROM head h) newest LEFT JOIN LATERAL ${lastKnownBlock('newest.block')} known ON true
  )`;

/** SQL: that block, for {@link AtFinal}. */
export const FINAL_COLUMN = `(
    SELECT json_build_object('block', block, 'time', floor(extract(epoch FROM time) * 1000)::bigint) FROM final
  ) AS final`;

/** Reads what is true at the newest final block, and names that one as the block it is true at. */
export async function readAtFinal<Values extends readonly unknown[], Row extends AtFinal>(
  prisma: PrismaService,
  statement: HeadStatement<Values, Row>,
  ...values: Values
): Promise<AtHead<Row> | null> {
  const found = await prisma.$runAsOf(statement, ...values);
  if (found === null) return null;
  const { block, time } = found.final;
  return time === null
    ? found
    : { ...found, asOf: { ...found.asOf, block: BigInt(block), time: new Date(time) } };
}

import pg from 'pg';

/** A node of a plan as PostgreSQL's JSON has it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Heap Fetches'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export interface Explained {
  /** Pages of tables and keys that it looked at, 8 kB each. */
  readonly blocks: number;
  /** Its nodes, the outermost first. */
  readonly nodes: readonly PlanNode[];
}

/** Runs a statement by the one plan that the API has for all values of its parameters. Says what it cost. */
export async function explainGeneric(
  client: pg.Client,
  text: string,
  values: readonly (string | number | readonly number[] | null)[],
): Promise<Explained> {
  await client.query('SET plan_cache_mode = force_generic_plan; SET jit = off; DEALLOCATE ALL');
  await client.query(`PREPARE explained AS ${text}`);
  const literals = values.map((value) =>
    value === null
      ? 'NULL'
      : pg.escapeLiteral(typeof value === 'object' ? `{${value.join()}}` : String(value)),
  );
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE explained(${literals.join()})`,
  );
  const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
  if (explained === undefined) throw new Error('there is no plan');
  const { Plan: plan } = explained;
  return {
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],

    nodes: flatten(plan),
  };
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

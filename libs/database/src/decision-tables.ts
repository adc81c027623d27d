interface DecisionTable {
  readonly name: string;
  /** What rows are ordered by. */
  readonly key: string;
  /** Rows that are read and written at once: a published tree may have 64 MB. */
  readonly batch: number;
  /** Rows of the migrations, which make way for those of the backup. */
  readonly hasDefaults?: true;
  /** The column whose values a sequence of its own gives out. */
  readonly sequence?: string;
}

/** Tables of which no row can be rebuilt from the chain; what others refer to comes first. A backup and a move to another database copy them. */
export const DECISION_TABLES: readonly DecisionTable[] = [
  { name: 'flags', key: 'name', batch: 500 },
  { name: 'origins', key: 'origin', batch: 500 },
  { name: 'builders', key: 'name', batch: 500 },
  { name: 'hidden_apps', key: 'token', batch: 500 },
  { name: 'reserved_words', key: 'kind, key', batch: 500, hasDefaults: true },
  { name: 'blocked_creators', key: 'creator', batch: 500 },
  { name: 'launch_policy', key: 'id', batch: 1, hasDefaults: true },
  { name: 'revoked_tokens', key: 'jti', batch: 500 },
  { name: 'programs', key: 'id', batch: 500 },
  { name: 'program_list_entries', key: 'program_id, account', batch: 500 },
  { name: 'reward_trees', key: 'id', batch: 1, sequence: 'id' },
  { name: 'reward_allocations', key: 'tree_id, account', batch: 500 },
];

/** The other tables of schema `public`, and why they are left out: a test compares both lists with the database. */
export const NOT_DECISIONS: Readonly<Record<string, string>> = {
  catalog: 'counts changes of the others',
  deferred_keys: 'is of a backfill that runs',
  index_findings: 'is what the indexer found in the chain that it reads; a new index finds it again',
  index_standbys: 'says which indexers run',
  index_writer: 'says which indexer writes',
  maintenance_jobs: 'has been done, or is asked for again',
  sign_in_nonces: 'live for minutes; clients ask for another',
};

/** Statements that take each sequence of these tables past the ids that were copied. They return rows of no meaning. */
export const RAISE_SEQUENCES = DECISION_TABLES.flatMap(({ name, sequence }) =>
  sequence === undefined
    ? []
    : [
        `SELECT setval('public.${name}_${sequence}_seq', greatest((SELECT max(${sequence}) FROM public.${name}), 1),
          EXISTS (SELECT FROM public.${name}))`,
      ],
);

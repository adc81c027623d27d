interface DecisionTable {
  readonly name: string;
  /** Rows that are read and written at once: a published tree may have 64 MB. */
  readonly batch: number;
  /** Rows of the migrations, which make way for those of the backup. */
  readonly hasDefaults?: true;
}

/** Tables of which no row can be rebuilt from the chain; what others refer to comes first. A backup and a move to another database copy them. */
export const DECISION_TABLES: readonly DecisionTable[] = [
  { name: 'flags', batch: 500 },
  { name: 'origins', batch: 500 },
  { name: 'builders', batch: 500 },
  { name: 'hidden_apps', batch: 500 },
  { name: 'reserved_words', batch: 500, hasDefaults: true },
  { name: 'blocked_creators', batch: 500 },
  { name: 'launch_policy', batch: 1, hasDefaults: true },
  { name: 'revoked_tokens', batch: 500 },
  { name: 'programs', batch: 500 },
  { name: 'program_list_entries', batch: 500 },
  { name: 'reward_trees', batch: 1 },
  { name: 'reward_allocations', batch: 500 },
  { name: 'feed_phases', batch: 500 },
  { name: 'webhook_subscriptions', batch: 500 },
  { name: 'webhook_filters', batch: 500 },
  { name: 'webhook_deliveries', batch: 500 },
  { name: 'webhook_contents', batch: 50 },
  { name: 'webhook_replays', batch: 500 },
  { name: 'webhook_blocks', batch: 500 },
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

/** Takes each sequence of these tables past the ids that were copied. */
export const RAISE_SEQUENCES = `DO $$
DECLARE raised TEXT;
BEGIN
  FOR raised IN
    SELECT format('SELECT setval(%L, greatest((SELECT max(%I) FROM %s), 1), EXISTS (SELECT FROM %3$s))', sequence, attname, attrelid::regclass)
    FROM pg_attribute, pg_get_serial_sequence(attrelid::regclass::text, attname) sequence
    WHERE attrelid IN (${DECISION_TABLES.map(({ name }) => `'public.${name}'::regclass`).join()}) AND attnum > 0 AND NOT attisdropped
      AND sequence IS NOT NULL
  LOOP
    EXECUTE raised;
  END LOOP;
END
$$`;

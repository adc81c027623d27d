/** SQL: PostgreSQL's timeline, as the log that is written now names it. What the control file says follows at the next checkpoint. */
export const TIMELINE = `('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int`;

import type { Session } from '../postgres/session.js';

/** Shows the heartbeat of the writer with an epoch. @returns false when another process has become the writer */
export async function beat(session: Session, epoch: string): Promise<boolean> {
  const { rowCount } = await session.query(
    'UPDATE public.index_writer SET beat_at = clock_timestamp() WHERE epoch = $1',
    [epoch],
  );
  return rowCount === 1;
}

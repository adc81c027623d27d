import type { ChainEvent } from '@slipway/chain';
import type { Deployment } from '@slipway/protocols';
import { isAfter, placeOf } from '../decode/rows.js';
import type { IndexState } from '../fold/fold-batch.js';
import { withoutFrozen } from '../fold/without-frozen.js';
import type { Session } from '../postgres/session.js';
import { OPENING_LOG } from '../registry/feed-phases.js';

const TABLES = [
  'transfers',
  'reserves',
  'curve_fees',
  'oracle_prices',
  'reward_roots',
  'reward_claims',
  'liquidity_transfers',
];

/** Whether logs have a row of their own, as the fold gives them one, whichever contract of ours they are of. */
export class WrittenLogs {
  constructor(
    private readonly session: Session,
    private readonly deployment: Deployment,
    private readonly state: IndexState,
  ) {}

  /** Of the events of some blocks, in their order, those that should have a row and have none. */
  async unknownOf(events: readonly (ChainEvent | null)[], from: number, to: number): Promise<ChainEvent[]> {
    const { registry, findings } = this.state;
    const came = withoutFrozen(
      events.filter((event) => event !== null),
      registry,
      findings,
    );
    const answers = registry.feeds.lastAnswers(came);
    const written = came.filter((event) =>
      event.name === 'AnswerUpdated' ? answers.has(event) : this.isWritten(event),
    );
    if (written.length === 0) return [];
    const known = await this.places(from, to);
    return written.filter((event) => !known.has(placeOf(event)));
  }

  /** Where the rows of some blocks stand. */
  async places(from: number, to: number): Promise<ReadonlySet<number>> {
    const { rows } = await this.session.prepared<{ block: number; log: number }>(
      TABLES.map(
        (table) =>
          `SELECT block_number::float8 AS block, log_index AS log FROM ${table}
          WHERE block_number BETWEEN $1 AND $2 AND log_index <> ${OPENING_LOG}`,
      ).join(' UNION ALL '),
      [from, to],
    );
    return new Set(rows.map(({ block, log }) => placeOf({ blockNumber: block, logIndex: log })));
  }

  private isWritten(event: ChainEvent): boolean {
    const { registry } = this.state;
    const { contract } = event;
    if (event.name === 'Transfer') return registry.isToken(contract) || this.isOfPool(event);
    // Its Sync stands for it.
    if (event.name === 'Swap') return false;
    if (event.name === 'Sync') return this.isOfPool(event);
    if (event.name === 'RootSet') return registry.isDistributor(contract);
    if (event.name === 'Claimed') return registry.isDistributor(contract) && event.amount > 0n;
    return contract === this.deployment.launchpad;
  }

  private isOfPool(event: ChainEvent): boolean {
    const pool = this.state.registry.findPool(event.contract);
    return pool !== undefined && isAfter(event, pool.graduated);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { OperatorError } from '../operator-error.js';
import { print } from '../print.js';
import { IndexOrdersRepository, type NewIndexOrder } from './index-orders.repository.js';

const POLL_MS = 500;

/** A writer beats every second. */
const SILENT_AFTER_MS = 10_000;

/** Gives orders to the indexer, and waits for what comes of them. */
@Injectable()
export class IndexOrders {
  constructor(private readonly repository: IndexOrdersRepository) {}

  /** @throws OperatorError when the indexer could not do it */
  async carryOut(order: NewIndexOrder): Promise<void> {
    const id = await this.repository.add(order);
    const beatAt = await this.repository.lastBeat();
    const isSilent = beatAt === null || Date.now() - beatAt.getTime() > SILENT_AFTER_MS;
    print(
      isSilent
        ? `order ${id} is given; no indexer is running, the next one that starts will carry it out`
        : `order ${id} is given; waiting for the indexer (Ctrl-C stops the waiting, not the order)`,
    );
    let told = 0;
    let state = await this.repository.find(id);
    while (state.result === null || state.percent > told) {
      if (state.percent > told) print(`${state.percent} % of the chain is read`);
      told = state.percent;
      if (state.result === null) await delay(POLL_MS);
      state = await this.repository.find(id);
    }
    if (!state.result.succeeded) throw new OperatorError(state.result.outcome);
    print(state.result.outcome);
  }
}

import { CommandRunner, SubCommand } from 'nest-commander';
import { IndexOrders } from './index-orders.js';

@SubCommand({
  name: 'rebuild',
  description: 'index the chain anew beside the index that is served, and then put it in its place at once',
})
export class RebuildIndexCommand extends CommandRunner {
  constructor(private readonly orders: IndexOrders) {
    super();
  }

  override async run(): Promise<void> {
    await this.orders.carryOut({ kind: 'rebuild', blockNumber: null });
  }
}

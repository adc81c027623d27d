import { CommandRunner, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { IndexOrders } from './index-orders.js';

@SubCommand({
  name: 'rewind',
  arguments: '<block>',
  description: 'take the index back to a block of the chain as it is now, and go on from there',
})
export class RewindIndexCommand extends CommandRunner {
  constructor(private readonly orders: IndexOrders) {
    super();
  }

  override async run([text = '']: string[]): Promise<void> {
    if (!/^\d{1,15}$/.test(text)) throw new OperatorError('<block> must be a block number');
    await this.orders.carryOut({ kind: 'rewind', blockNumber: BigInt(text) });
  }
}

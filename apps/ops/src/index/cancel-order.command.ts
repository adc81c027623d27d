import { CommandRunner, SubCommand } from 'nest-commander';
import { OperatorError } from '../operator-error.js';
import { IndexOrders } from './index-orders.js';

@SubCommand({
  name: 'cancel',
  arguments: '[order]',
  description:
    'end an order that is not done yet, and clean up after it: the only open one, or the one named',
})
export class CancelOrderCommand extends CommandRunner {
  constructor(private readonly orders: IndexOrders) {
    super();
  }

  override async run([text]: string[]): Promise<void> {
    if (text !== undefined && !/^\d{1,9}$/.test(text))
      throw new OperatorError('[order] must be the number of an order');
    await this.orders.cancel(text === undefined ? null : Number(text));
  }
}

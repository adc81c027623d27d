import { DISTRIBUTOR, beside, buys, buysForSeveral, buysThrough, disperse, logsOnly, pay } from './acts.js';
import { addressOf } from '../model-chain/market.js';
import { HOUR, MINUTE, type Plot } from './plot.js';

/** A service that funds many wallets all day. */
export const EXCHANGE = addressOf('an exchange');

/** The launch, with or without a buy of the creator, and those who buy in its block. */
export function plantSnipers(plot: Plot): void {
  const { creator } = plot;
  const dice = plot.between(0, 3);
  plot.creatorBought = dice < 2;
  plot.launch(...(dice === 0 ? [buys(creator, plot.amount(20, 200))] : []));
  if (dice === 1) plot.do(0, buys(creator, plot.amount(20, 200)));
  for (const sniper of plot.wallets('sniper', plot.between(0, 3)))
    plot.buyEarly(sniper, plot.amount(20, 300), 0);
  if (plot.chance(0.3)) plantContractBuyer(plot);
  for (const [i, late] of plot.wallets('late', plot.between(0, 2)).entries())
    plot.do((12 + i) * MINUTE, buys(late, plot.amount(10, 100)));
}

/** A wallet that is a contract, whose owner pays in the same transaction: one buyer, whom nobody funded. */
function plantContractBuyer(plot: Plot): void {
  const [owner, contract] = [plot.wallet('owner'), plot.wallet('contract')];
  const paid = plot.amount(20, 200);
  const id = plot.do(0, beside(pay(owner, contract, paid)), buys(contract, paid));
  plot.plant('firstBlockBuyers', (hashOf) => hashOf(id));
}

/** Many buyers in the first minute who are no bundle. */
export function plantFanClubs(plot: Plot): void {
  if (plot.chance(0.35)) {
    // Each has its own friend.
    const offset = plot.early();
    for (const [i, fan] of plot.wallets('fan', plot.between(4, 12)).entries()) {
      const paid = plot.amount(5, 60);
      plot.add(-plot.seconds(20, 20 * 60), logsOnly(pay(plot.wallet('friend', i), fan, paid)));
      plot.buyEarly(fan, paid, offset);
    }
  }
  if (plot.chance(0.3))
    for (const fan of plot.wallets('customer', plot.between(3, 8))) {
      const paid = plot.amount(5, 60);
      plot.add(-plot.seconds(20, 20 * 60), logsOnly(pay(EXCHANGE, fan, paid)));
      plot.buyEarly(fan, paid);
    }
  if (plot.chance(0.2))
    for (const fan of plot.wallets('claimant', plot.between(2, 4))) {
      const paid = plot.amount(5, 60);
      plot.add(-plot.seconds(20, 20 * 60), logsOnly(pay(DISTRIBUTOR, fan, paid)));
      plot.buyEarly(fan, paid);
    }
  if (plot.chance(0.25)) {
    const fans = plot.wallets('patient', plot.between(2, 5));
    for (const fan of fans) plot.buyEarly(fan, plot.amount(5, 60));
    const payments = fans.map((fan) => [fan, plot.amount(60, 80)] as const);
    plot.add(-plot.seconds(25 * 60, 26 * 60), disperse(plot.wallet('early payer'), payments));
  }
  if (plot.chance(0.25)) {
    const fans = plot.wallets('dusted', plot.between(2, 5));
    for (const fan of fans) {
      const paid = plot.amount(20, 60);
      plot.buyEarly(fan, paid);
      plot.add(-plot.seconds(20, 20 * 60), logsOnly(pay(plot.wallet('stranger'), fan, (paid * 8n) / 100n)));
    }
  }
  if (plot.chance(0.2)) {
    const paid = plot.amount(20, 60);
    plot.add(-plot.seconds(20, 60), logsOnly(pay(plot.wallet('one friend'), plot.wallet('only one'), paid)));
    plot.buyEarly(plot.wallet('only one'), paid);
  }
  if (plot.chance(0.2)) plantPayment(plot);
}

/** One who buys for another, and pays somebody on the way: a payment, and one buyer. */
function plantPayment(plot: Plot): void {
  const [payer, buyer, collector] = [plot.wallet('payer'), plot.wallet('treated'), plot.wallet('collector')];
  const id = plot.do(
    0,
    buysThrough(payer, plot.wallet('own router'), buyer, plot.amount(20, 60), {
      dust: 7n,
      kept: 11n,
      fee: { to: collector, amount: plot.amount(1, 2) },
    }),
  );
  plot.plant('firstBlockBuyers', (hashOf) => hashOf(id));
  plot.buyEarly(collector, plot.amount(5, 10));
}

/** Some buy what they were funded for, but an hour late; and several in one transaction, but late. */
export function plantLateGroups(plot: Plot): void {
  if (plot.chance(0.2)) {
    const group = plot.wallets('late group', 2);
    plot.add(
      -HOUR,
      disperse(
        plot.wallet('late payer'),
        group.map((wallet) => [wallet, plot.amount(50, 60)] as const),
      ),
    );
    for (const wallet of group) plot.do(plot.seconds(15, 40), buys(wallet, plot.amount(20, 60)));
  }
  if (plot.chance(0.2))
    plot.do(
      plot.seconds(15, 40),
      buysForSeveral(
        plot.wallet('late payer', 1),
        plot.wallet('late contract'),
        plot.wallets('late part', 3),
        plot.amount(20, 60),
      ),
    );
  if (plot.chance(0.2)) {
    const wallet = plot.wallet('buys twice');
    const offset = plot.early();
    const id = plot.do(offset, buys(wallet, plot.amount(5, 50)), buys(wallet, plot.amount(5, 50)));
    if (offset === 0) plot.plant('firstBlockBuyers', (hashOf) => hashOf(id));
  }
}

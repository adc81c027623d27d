import type { Hex } from 'viem';
import { buysForSeveral, buysThrough, disperse, logsOnly, pay } from './acts.js';
import { HOUR, type Plot } from './plot.js';

/** Several who bought at the launch, in one transaction or with the money of one. */
export function plantBundles(plot: Plot): void {
  if (plot.chance(0.25)) plantShared(plot);
  if (plot.chance(0.15)) plantBatch(plot);
  if (plot.chance(0.25))
    plantFunded(plot, plot.wallet('funder'), plot.wallets('funded', plot.between(2, 5)), plot.chance(0.5));
  if (plot.chance(0.15)) plantFunderWhoBuys(plot);
  if (plot.chance(0.12)) plantTwoFunders(plot);
  if (plot.chance(0.08)) plantCreatorsOwn(plot);
}

/** One buy, whose tokens several get. */
function plantShared(plot: Plot): void {
  const parts = plot.wallets('part', plot.between(2, 5));
  const offset = plot.early();
  const id = plot.do(
    offset,
    buysForSeveral(plot.wallet('bundler'), plot.wallet('bundle contract'), parts, plot.amount(50, 400)),
  );
  plantTransaction(plot, id, offset, parts);
}

/** A buy for each of several. */
function plantBatch(plot: Plot): void {
  const parts = plot.wallets('each', plot.between(2, 4));
  const [payer, contract] = [plot.wallet('batcher'), plot.wallet('batch contract')];
  const offset = plot.early();
  const id = plot.do(
    offset,
    ...parts.map((wallet) => buysThrough(payer, contract, wallet, plot.amount(10, 90))),
  );
  plantTransaction(plot, id, offset, parts);
}

function plantTransaction(plot: Plot, id: string, offset: number, wallets: readonly Hex[]): void {
  if (offset === 0) plot.plant('firstBlockBuyers', (hashOf) => hashOf(id));
  for (const wallet of wallets) plot.plant('bundles', (hashOf) => `${hashOf(id)} ${wallet}`);
}

/** Each was funded with more than a tenth of what it pays: one by one, or all through a contract. */
function plantFunded(plot: Plot, funder: Hex, wallets: readonly Hex[], isDispersed: boolean): void {
  const paid = wallets.map(() => plot.amount(10, 120));
  const payments = wallets.map(
    (wallet, i) => [wallet, (paid[i]! * BigInt(plot.between(15, 150))) / 100n] as const,
  );
  if (isDispersed) plot.add(-plot.seconds(1, 23 * 60), disperse(funder, payments));
  else
    for (const [to, amount] of payments)
      plot.add(-plot.seconds(1, 23 * 60), logsOnly(pay(funder, to, amount)));
  for (const [i, wallet] of wallets.entries()) plot.buyEarly(wallet, paid[i]!);
  plantOf(plot, funder, wallets);
}

function plantOf(plot: Plot, funder: Hex, wallets: readonly Hex[]): void {
  for (const wallet of wallets) plot.plant('bundles', () => `${funder} ${wallet}`);
}

function plantFunderWhoBuys(plot: Plot): void {
  const [funder, funded] = [plot.wallet('first of two'), plot.wallet('second of two')];
  const paid = plot.amount(20, 100);
  plot.add(-plot.seconds(2, 12 * 60), logsOnly(pay(funder, funded, paid)));
  plot.buyEarly(funded, paid);
  plot.buyEarly(funder, plot.amount(20, 100));
  plantOf(plot, funder, [funder, funded]);
}

/** Two who end poorer in one transaction: each funded whom it paid. */
function plantTwoFunders(plot: Plot): void {
  const [one, other] = [plot.wallet('one of both'), plot.wallet('other of both')];
  const [a, b, c] = plot.wallets('of both', 3) as [Hex, Hex, Hex];
  const amount = plot.amount(40, 60);
  plot.add(
    -plot.seconds(2, 12 * 60),
    logsOnly(pay(one, a, amount), pay(other, c, amount), pay(one, b, amount)),
  );
  for (const wallet of [a, b, c]) plot.buyEarly(wallet, plot.amount(20, 40));
  plantOf(plot, one, [a, b]);
}

function plantCreatorsOwn(plot: Plot): void {
  const wallets = plot.wallets('own', 2);
  const paid = plot.amount(20, 60);
  for (const wallet of wallets) {
    plot.add(-plot.seconds(2, 6 * 60), logsOnly(pay(plot.creator, wallet, paid)));
    plot.buyEarly(wallet, paid);
    plot.plant('associates', () => wallet);
  }
  plantOf(plot, plot.creator, plot.creatorBought ? [plot.creator, ...wallets] : wallets);
}

/** Who funds a hundred is no service yet, who funds one more is. */
export function plantManyFunded(plot: Plot, wallets: number): void {
  const funder = plot.wallet('mass funder');
  const funded = plot.wallets('mass', wallets);
  const buyers = funded.slice(0, 3);
  plot.add(
    -2 * HOUR,
    disperse(
      funder,
      funded.map((wallet) => [wallet, plot.amount(30, 40)] as const),
    ),
  );
  for (const wallet of buyers) plot.buyEarly(wallet, plot.amount(20, 30));
  if (wallets <= 100) plantOf(plot, funder, buyers);
}

import type { Hex } from 'viem';
import { DEAD, PLATFORM } from '../model-chain/market.js';
import {
  DISPERSER,
  DISTRIBUTOR,
  ROUTER,
  beside,
  buys,
  buysThrough,
  disperse,
  heldPart,
  logsOnly,
  pay,
  sells,
  sellsThrough,
  sends,
} from './acts.js';
import { MINUTE, type Plot } from './plot.js';

/** Wallets that the creator funded or gave tokens in time. */
export function plantAssociates(plot: Plot): void {
  const { creator } = plot;
  if (plot.chance(0.25))
    for (const wallet of plot.wallets('funded before', plot.between(1, 3))) {
      plot.add(-plot.seconds(1, 28 * 60), logsOnly(pay(creator, wallet, plot.amount(1, 500))));
      plot.plant('associates', () => wallet);
    }
  if (plot.chance(0.15)) {
    const wallets = plot.wallets('dispersed', plot.between(2, 4));
    const payments = wallets.map((wallet) => [wallet, plot.amount(1, 50)] as const);
    plot.add(plot.chance(0.5) ? -plot.seconds(10, 600) : plot.seconds(2, 55), disperse(creator, payments));
    for (const wallet of wallets) plot.plant('associates', () => wallet);
  }
  if (plot.chance(0.1)) {
    // Near the launch, and long before or after it.
    const wallet = plot.wallet('funded twice');
    for (const offset of [-plot.seconds(400, 900), plot.seconds(1, 9), plot.seconds(30, 55)])
      plot.add(offset, logsOnly(pay(creator, wallet, plot.amount(1, 50))));
    plot.plant('associates', () => wallet);
  }
  if (plot.chance(0.1)) {
    // A contract that keeps what rounding leaves.
    const [one, other] = plot.wallets('rounded', 2) as [Hex, Hex];
    const amount = plot.amount(1, 50);
    const contract = plot.wallet('rounding contract');
    plot.add(
      -plot.seconds(1, 600),
      logsOnly(
        pay(creator, contract, 2n * amount + 3n),
        pay(contract, one, amount),
        pay(contract, other, amount),
      ),
    );
    for (const wallet of [one, other]) plot.plant('associates', () => wallet);
  }
  if (plot.chance(0.2)) {
    const wallet = plot.wallet('funded after');
    plot.add(plot.seconds(1, 58), logsOnly(pay(creator, wallet, plot.amount(1, 500))));
    plot.plant('associates', () => wallet);
    // What it does with it is its own.
    plot.do(plot.seconds(60, 90), buys(wallet, plot.amount(1, 50)));
  }
  if (plot.chance(0.25)) {
    plot.do(10 * MINUTE, buys(creator, plot.amount(50, 100)));
    for (const wallet of plot.wallets('given', plot.between(1, 2))) {
      plot.do(plot.seconds(11, 58), sends(creator, wallet, heldPart(creator, 100)));
      plot.plant('associates', () => wallet);
      if (plot.chance(0.5)) plot.do(plot.seconds(61, 100), sells(wallet, heldPart(wallet, 700)));
    }
    if (plot.chance(0.3)) plantDispersedGift(plot);
    plantOtherGifts(plot);
  }
  plantStrangers(plot);
}

/** Of the app, through a contract that keeps nothing. */
function plantDispersedGift(plot: Plot): void {
  const { creator } = plot;
  const [one, other] = plot.wallets('given through', 2) as [Hex, Hex];
  plot.do(
    plot.seconds(11, 58),
    sends(creator, DISPERSER, heldPart(creator, 100)),
    sends(DISPERSER, one, heldPart(DISPERSER, 400)),
    sends(DISPERSER, other, heldPart(DISPERSER, 1_000)),
  );
  for (const wallet of [one, other]) plot.plant('associates', () => wallet);
}

/** What the creator sends later, or to what is no wallet; and what it sells. */
function plantOtherGifts(plot: Plot): void {
  const { creator, token } = plot;
  for (const to of [DEAD, token, PLATFORM, DISTRIBUTOR])
    if (plot.chance(0.3)) plot.do(plot.seconds(11, 50), sends(creator, to, heldPart(creator, 50)));
  if (plot.chance(0.5))
    plot.do(plot.seconds(63, 120), sends(creator, plot.wallet('given late'), heldPart(creator, 100)));
  if (plot.chance(0.5))
    plot.do(plot.seconds(20, 50), sellsThrough(creator, plot.wallet('own router'), heldPart(creator, 200)));
  if (plot.chance(0.3)) plot.do(plot.seconds(20, 50), sellsThrough(creator, ROUTER, heldPart(creator, 200)));
}

/** Wallets that the creator never funded, though it looks like it. */
function plantStrangers(plot: Plot): void {
  const { creator } = plot;
  if (plot.chance(0.2))
    plot.add(plot.seconds(63, 150), logsOnly(pay(creator, plot.wallet('funded late'), plot.amount(1, 500))));
  for (const to of [PLATFORM, DISTRIBUTOR])
    if (plot.chance(0.1)) plot.add(-plot.seconds(1, 600), logsOnly(pay(creator, to, plot.amount(1, 500))));
  if (plot.chance(0.2)) {
    // Whoever likes makes a token log a transfer of nothing.
    plot.add(-plot.seconds(1, 600), logsOnly(pay(creator, plot.wallet('poisoned'), 0n)));
    plot.do(
      plot.seconds(1, 50),
      sends(creator, plot.wallet('poisoned', 1), () => 0n),
    );
  }
  if (plot.chance(0.2))
    plot.add(-plot.seconds(1, 600), logsOnly(pay(plot.wallet('patron'), creator, plot.amount(100, 500))));
  if (plot.chance(0.2)) {
    const fee = { to: plot.wallet('fee collector'), amount: plot.amount(1, 3) };
    plot.do(
      plot.seconds(10, 50),
      buysThrough(creator, ROUTER, creator, plot.amount(10, 50), { dust: 9n, kept: 5n, fee }),
    );
  }
  if (plot.chance(0.15)) {
    const [paid, trader] = [plot.wallet('paid beside'), plot.wallet('on the market')];
    plot.do(
      plot.seconds(10, 50),
      buys(creator, plot.amount(10, 50)),
      beside(pay(creator, paid, plot.amount(5, 9))),
    );
    plot.do(plot.seconds(3, 9), buys(trader, plot.amount(10, 50)));
    plot.do(plot.seconds(10, 50), sends(trader, plot.wallet('given by another'), heldPart(trader, 500)));
  }
}

/** One who was funded by an associate is none. */
export function plantSecondHand(plot: Plot): void {
  if (!plot.chance(0.15)) return;
  const [first, second] = plot.wallets('hand', 2) as [Hex, Hex];
  plot.add(-plot.seconds(60, 600), logsOnly(pay(plot.creator, first, plot.amount(100, 200))));
  plot.add(-plot.seconds(2, 59), logsOnly(pay(first, second, plot.amount(50, 90))));
  plot.plant('associates', () => first);
}

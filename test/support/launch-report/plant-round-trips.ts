import { ROUTER, buys, buysThrough, held, heldPart, logsOnly, pay, sells } from './acts.js';
import { MINUTE, SLOT, type Plot } from './plot.js';

/** Volume that is none, and trading that looks like it. */
export function plantRoundTrips(plot: Plot): void {
  if (plot.chance(0.25)) plantOwn(plot);
  if (plot.chance(0.2)) plantOfTwo(plot);
  if (plot.chance(0.15)) plantLatestOfSame(plot);
  if (plot.chance(0.15)) plantOwnFirst(plot);
  if (plot.chance(0.25)) plantMarketMaker(plot);
  if (plot.chance(0.25)) plantTooLate(plot);
  if (plot.chance(0.2)) plantStrangers(plot);
}

const begin = (plot: Plot): number => plot.seconds(16, 150);
/** Less than ten minutes. */
const soon = (plot: Plot): number => plot.between(0, (9 * MINUTE) / SLOT) * SLOT;

function plantPair(plot: Plot, buy: string, sale: string): void {
  plot.plant('roundTrips', (hashOf) => `${hashOf(buy)} ${hashOf(sale)}`);
}

/** One wallet, some times. */
function plantOwn(plot: Plot): void {
  const wallet = plot.wallet('washer');
  let at = begin(plot);
  for (let i = plot.between(1, 4); i > 0; i -= 1) {
    const paid = plot.amount(20, 400);
    const buy = plot.do(
      at,
      plot.chance(0.3) ? buysThrough(wallet, ROUTER, wallet, paid, { dust: 2n }) : buys(wallet, paid),
    );
    at += soon(plot);
    const sale = plot.do(at, sells(wallet, heldPart(wallet, plot.between(994, 1_000))));
    plantPair(plot, buy, sale);
    // What it kept of one time is no part of the next amount.
    at += 11 * MINUTE;
    plot.do(at, sells(wallet, heldPart(wallet, 1_000)));
    at += SLOT * plot.between(60, 80);
  }
}

/** One buys, and another sells as much, of whom one has funded the other. */
function plantOfTwo(plot: Plot): void {
  const [buyer, seller] = [plot.wallet('hand'), plot.wallet('other hand')];
  const payment = plot.chance(0.5)
    ? pay(buyer, seller, plot.amount(1, 500))
    : pay(seller, buyer, plot.amount(1, 500));
  plot.add(-plot.seconds(1, 600), logsOnly(payment));
  const at = begin(plot);
  const paid = plot.amount(20, 100);
  plot.do(at, buys(seller, paid * 3n));
  const buy = plot.do(at + 12 * MINUTE, buys(buyer, paid));
  const part = BigInt(plot.between(993, 1_000));
  const sale = plot.do(
    at + 12 * MINUTE + soon(plot),
    sells(seller, (app) => (held(app, buyer) * part) / 1_000n),
  );
  plantPair(plot, buy, sale);
  // As much a second time: the buy has its sale.
  plot.do(
    at + 21.8 * MINUTE,
    sells(seller, (app) => (held(app, buyer) * part) / 1_000n),
  );
}

/** Of two buys of the same amount the later one. */
function plantLatestOfSame(plot: Plot): void {
  const wallet = plot.wallet('twice');
  const at = begin(plot);
  const paid = plot.amount(20, 60);
  let first = 0n;
  plot.do(at, (app) => {
    const change = buys(wallet, paid)(app);
    first = change === null ? 0n : held(change.app, wallet);
    return change;
  });
  const buy = plot.do(at + 2 * MINUTE, buys(wallet, paid));
  const sale = plot.do(
    at + 4 * MINUTE,
    sells(wallet, (app) => held(app, wallet) - first),
  );
  plantPair(plot, buy, sale);
}

/** A wallet's own buy comes before a later one of whom it funded. */
function plantOwnFirst(plot: Plot): void {
  const [one, other] = [plot.wallet('self'), plot.wallet('friend of self')];
  plot.add(-plot.seconds(1, 600), logsOnly(pay(one, other, plot.amount(1, 500))));
  const at = begin(plot);
  const paid = plot.amount(20, 60);
  const buy = plot.do(at, buys(one, paid));
  plot.do(at + MINUTE, buys(other, paid));
  const sale = plot.do(at + 3 * MINUTE, sells(one, heldPart(one, 1_000)));
  plantPair(plot, buy, sale);
}

/** Buys and sells all the time, never as much. */
function plantMarketMaker(plot: Plot): void {
  const wallet = plot.wallet('market maker');
  const rounds = plot.between(1, 5);
  // Of more rounds it has some left, which must not make up for what it does not sell.
  const part = rounds === 1 ? plot.between(970, 985) : plot.between(920, 945);
  let at = begin(plot);
  let paid = plot.amount(20, 40);
  for (let i = 0; i < rounds; i += 1) {
    plot.do(at, buys(wallet, paid));
    at += soon(plot);
    plot.do(at, sells(wallet, heldPart(wallet, part)));
    at += SLOT * plot.between(1, 50);
    paid = (paid * BigInt(plot.between(130, 190))) / 100n;
  }
}

function plantTooLate(plot: Plot): void {
  const wallet = plot.wallet('patient trader');
  const at = begin(plot);
  plot.do(at, buys(wallet, plot.amount(20, 300)));
  plot.do(at + 11 * MINUTE + soon(plot), sells(wallet, heldPart(wallet, 1_000)));
}

/** The same amount at once by two who have nothing to do with each other, but a friend. */
function plantStrangers(plot: Plot): void {
  const [buyer, seller, friend] = [
    plot.wallet('mirrored'),
    plot.wallet('mirror'),
    plot.wallet('common friend'),
  ];
  if (plot.chance(0.5))
    for (const wallet of [buyer, seller])
      plot.add(-plot.seconds(1, 600), logsOnly(pay(friend, wallet, plot.amount(1, 500))));
  const at = begin(plot);
  const paid = plot.amount(20, 60);
  plot.do(at, buys(seller, paid * 3n));
  plot.do(at + 12 * MINUTE, buys(buyer, paid));
  plot.do(
    at + 12 * MINUTE + soon(plot),
    sells(seller, (app) => held(app, buyer)),
  );
}

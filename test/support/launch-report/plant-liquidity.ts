import { DEAD, ZERO } from '../model-chain/market.js';
import { WEI, addsLiquidity, buys, heldPart, movesLiquidity, sells, takesLiquidity } from './acts.js';
import { HOUR, MINUTE, type Plot } from './plot.js';

/** An app that graduates, and what becomes of the LP tokens of its pool. */
export function plantGraduation(plot: Plot): void {
  const whale = plot.wallet('whale');
  const at = plot.seconds(20, 120);
  const graduated = plot.do(at, buys(whale, 100_000n * WEI));
  // Uniswap's first 1,000 base units, which nobody gets, and what the launchpad burns.
  plantMove(plot, 'added', graduated);
  plantMove(plot, 'added', graduated);
  plot.do(at + plot.seconds(1, 60), buys(plot.wallet('late to the pool'), plot.amount(50, 500)));
  plot.do(at + plot.seconds(5, 60), sells(whale, heldPart(whale, 20)));
  const [one, other] = [plot.wallet('provider'), plot.wallet('second provider')];
  if (plot.chance(0.3)) return;
  plot.do(at + 6 * MINUTE, buys(one, plot.amount(500, 900)));
  plantMove(plot, 'added', plot.do(at + 70 * MINUTE, addsLiquidity(one, plot.amount(20, 40), WEI / 3n)));
  if (plot.chance(0.7))
    plantMove(plot, 'moved', plot.do(at + 80 * MINUTE, movesLiquidity(one, other, WEI / 7n)));
  if (plot.chance(0.5))
    plantMove(plot, 'moved', plot.do(at + 85 * MINUTE, movesLiquidity(one, DEAD, WEI / 11n)));
  // Not by the pool: it is no burn, but a transfer to an address that nobody has.
  if (plot.chance(0.4))
    plantMove(plot, 'moved', plot.do(at + 86 * MINUTE, movesLiquidity(one, ZERO, WEI / 13n)));
  if (plot.chance(0.6)) {
    const taken = plot.do(at + 2 * HOUR, takesLiquidity(one, WEI / 101n));
    plantMove(plot, 'moved', taken);
    plantMove(plot, 'removed', taken);
  }
}

function plantMove(plot: Plot, kind: 'added' | 'moved' | 'removed', id: string): void {
  plot.plant('liquidity', (hashOf) => `${kind} ${hashOf(id)}`);
}

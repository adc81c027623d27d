import type { Hex } from 'viem';
import type { Moved, Place } from './raw-logs.js';
import { netsOf, passersOf } from './who-traded.js';

export interface Funding extends Place {
  readonly funder: Hex;
  readonly funded: Hex;
  readonly amount: bigint;
}

/**
 * Who funded whom in a transaction (docs/design/launch-report.md): the one who ends poorer, or of several those who sent it. What
 * passes through a wallet is not its own, as in trades.
 * @param moved one token
 * @param traders who traded in it
 */
export function whoFunded(
  moved: readonly Moved[],
  traders: ReadonlySet<Hex>,
  isWallet: (address: Hex) => boolean,
): Funding[] {
  const nets = netsOf(moved, isWallet);
  const passers = passersOf(moved, nets);
  const own = [...nets].filter(([wallet]) => !traders.has(wallet) && !passers.has(wallet));
  const poorer = own.filter(([, net]) => net < 0n).map(([wallet]) => wallet);
  return own.flatMap(([funded, net]) => {
    if (net <= 0n) return [];
    const came = moved.filter(({ to, value }) => to === funded && value > 0n);
    return poorer.flatMap((funder) => {
      const sent = poorer.length === 1 ? came : came.filter(({ from }) => from === funder);
      const last = sent.at(-1);
      if (last === undefined) return [];
      const all = sent.reduce((sum, { value }) => sum + value, 0n);
      const { block, time, hash, index } = last;
      return [{ block, time, hash, index, funder, funded, amount: all < net ? all : net }];
    });
  });
}

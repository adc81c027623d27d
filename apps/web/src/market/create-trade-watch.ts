import { createSignal, onCleanup, type Accessor } from 'solid-js';
import { createFollow } from './create-follow.js';

/** What changes several times within a moment is read once. */
const PAUSE_MS = 800;

/** Counts when a wallet traded: its own data is read again then. */
export function createTradeWatch(address: Accessor<string>): Accessor<number> {
  const [count, setCount] = createSignal(0);
  let timer: number | undefined;
  createFollow(
    () => ['trades'],
    (_market, { event, data }) => {
      if (event !== 'trade' || data.trader !== address()) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setCount((before) => before + 1), PAUSE_MS);
    },
  );
  onCleanup(() => {
    window.clearTimeout(timer);
  });
  return count;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { BaseError } from 'viem';
import { ACCOUNT } from './chain/accounts.js';
import type { LocalLaunchpad } from './launchpads/local-launchpad.js';
import { encodeOraclePrice } from './chain/encode-calls.js';
import { Random } from './scenario/random.js';
import { chooseTrade } from './live-trading/choose-trade.js';
import { LiveChain } from './live-trading/live-chain.js';

export interface LiveTradingOptions {
  readonly rpcUrl: string;
  readonly launchpad: LocalLaunchpad;
  /** Seconds between two trades; 0 trades nothing. */
  readonly everySeconds: number;
  /** Ends the trading. */
  readonly signal: AbortSignal;
  /** Told in one line when trading fails, and when it works again. */
  readonly log: (line: string) => void;
}

/** Half of the feed's heartbeat. */
const PRICE_AGE_SECONDS = 30 * 60;
/** Spread of a price around the one before. */
const PRICE_SPREAD = 0.006;

/**
 * Trades on the local chain until the signal: one trade every few seconds by the accounts from #10 on, which launch nothing. A
 * price of the feed is published whenever the last one is half an hour old. What fails is tried again, with another trade, at the
 * next turn.
 *
 * @returns when the signal has come and the trade under way has ended
 */
export async function runLiveTrading({
  rpcUrl,
  launchpad,
  everySeconds,
  signal,
  log,
}: LiveTradingOptions): Promise<void> {
  if (everySeconds === 0) return;
  const chain = new LiveChain(rpcUrl, launchpad);
  const random = new Random(Date.now());
  let failing = false;
  // Only the signal ends a sleep early.
  while (await sleep(everySeconds * 1000, true, { signal }).catch(() => false)) {
    try {
      await publishPrice(chain, random);
      const action = await chooseTrade(chain, random);
      if (action !== null) await chain.perform(action);
      if (failing) log('Live trading goes on');
      failing = false;
    } catch (error) {
      if (!failing) log(`Live trading has stopped, and keeps trying: ${reason(error)}`);
      failing = true;
    }
  }
}

async function publishPrice(chain: LiveChain, random: Random): Promise<void> {
  const last = await chain.lastPrice();
  if (last.ageSeconds < PRICE_AGE_SECONDS) return;
  const next = Number(last.price) * Math.exp(PRICE_SPREAD * random.normal());
  await chain.send(ACCOUNT.transmitter, encodeOraclePrice(BigInt(Math.max(1, Math.round(next)))));
}

function reason(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage;
  return error instanceof Error ? error.message : String(error);
}

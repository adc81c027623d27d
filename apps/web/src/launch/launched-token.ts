import { launchpadAbi } from '@slipway/sdk/abis';
import type { Receipt } from '@slipway/sdk/wallet';
import { parseEventLogs, type Log } from 'viem';

/** The token that a launch made, by the event of its receipt. */
export function launchedToken({ logs }: Receipt): string | null {
  const events = parseEventLogs({ abi: launchpadAbi, eventName: 'Launched', logs: logs as unknown as Log[] });
  return events[0]?.args.token ?? null;
}

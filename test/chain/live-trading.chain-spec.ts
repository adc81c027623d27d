import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEventLogs } from 'viem';
import { priceFeedAbi } from '@slipway/chain';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { ACCOUNT, localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { LOCAL_ADDRESSES } from '../../apps/devnet/src/chain/local-addresses.js';
import { slipwayLaunchpad } from '../../apps/devnet/src/launchpads/slipway-launchpad.js';
import type { PlannedBlock } from '../../apps/devnet/src/scenario/action.js';
import { planScenario } from '../../apps/devnet/src/scenario/plan-scenario.js';
import { playBlocks } from '../../apps/devnet/src/scenario/run-scenario.js';
import { runLiveTrading } from '../../apps/devnet/src/live-trading.js';
import { startAnvil, type RunningAnvil } from '../support/anvil.js';
import { until } from '../support/until.js';

/** The first day: some apps on their curves, and a feed that has been silent for long. */
const firstDay = (): PlannedBlock[] =>
  planScenario(slipwayLaunchpad, { seed: 1, endTime: Math.floor(Date.now() / 1000) }).slice(0, 40);

describe('live trading', () => {
  let folder: string;
  let anvil: RunningAnvil;
  let lines: string[];
  let stop: () => Promise<void>;

  const start = () => {
    const end = new AbortController();
    lines = [];
    const ended = runLiveTrading({
      rpcUrl: anvil.rpcUrl,
      launchpad: slipwayLaunchpad,
      everySeconds: 0.05,
      signal: end.signal,
      log: (line) => lines.push(line),
    });
    stop = async () => {
      end.abort();
      await ended;
    };
  };

  const logsAfter = async (block: bigint) => {
    const logs = await anvil.client.getLogs({ fromBlock: block });
    return parseEventLogs({ abi: launchpadAbi, logs: logs.filter(({ blockNumber }) => blockNumber > block) });
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'live-trading-'));
    anvil = await startAnvil({ stateFile: path.join(folder, 'state.json') });
    await playBlocks(anvil.rpcUrl, slipwayLaunchpad, firstDay());
  });
  afterEach(() => stop());
  afterAll(async () => {
    await anvil.stop();
    await rm(folder, { recursive: true });
  });

  it('trades by accounts #10 and up only, launches nothing, and keeps the feed fresh', async () => {
    const from = await anvil.client.getBlockNumber();
    start();
    await until('there are trades', async () => (await logsAfter(from)).length >= 12);
    await stop();
    const early = Array.from({ length: 10 }, (_, i) => localAccount(i).address as string);
    for (const log of await logsAfter(from)) {
      if (log.eventName !== 'Bought' && log.eventName !== 'Sold')
        throw new Error(`unexpected ${log.eventName}`);
      expect(early).not.toContain(log.args.trader);
    }
    const prices = await anvil.client.getContractEvents({
      address: LOCAL_ADDRESSES.priceFeed,
      abi: priceFeedAbi,
      eventName: 'AnswerUpdated',
      fromBlock: from,
    });
    expect(prices).toHaveLength(1);
    const { timestamp } = await anvil.client.getBlock();
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    const nonce = await anvil.client.getTransactionCount({ address: localAccount(ACCOUNT.idle).address });
    expect(nonce).toBe(0);
    expect(lines).toEqual([]);
  });

  it('outlives a node that goes away, says so once, and goes on', async () => {
    start();
    const { port } = anvil;
    await anvil.stop();
    await until('a line', () => lines.length === 1);
    await sleep(300);
    expect(lines).toEqual([expect.stringMatching(/^Live trading has stopped/)]);
    anvil = await startAnvil({ port, stateFile: path.join(folder, 'state.json') });
    await until('another line', () => lines.length === 2);
    expect(lines[1]).toBe('Live trading goes on');
  });
});

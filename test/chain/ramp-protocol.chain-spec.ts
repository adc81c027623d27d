import { hexToBigInt, type Hex, type Log } from 'viem';
import { toAddress, type Address } from '@slipway/domain';
import { ChainNode, toRawLog, type ChainEvent } from '@slipway/chain';
import { readDeployment, type EncodableTrade } from '@slipway/protocols';
import { ramp } from '@slipway/protocols/ramp';
import { LOCAL_CHAIN_ID } from '../../apps/devnet/src/chain/local-addresses.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { RampFixture } from '../support/ramp-fixture.js';

const TOKEN = 10n ** 18n;
const TEXTS = {
  name: 'Tide',
  symbol: 'TIDE',
  description: 'Ebb & flow',
  imageUrl: 'https://tide.example/a.png',
  website: '',
};

/** What the interface says of the second protocol, held against its contracts. */
describe('ramp, as the product knows it', () => {
  let chain: RampFixture;
  let token: Address;

  beforeAll(async () => {
    chain = await RampFixture.start();
    const [launched] = await send(chain.trader(0), chain.addresses.launchpad, ramp.encodeLaunch(TEXTS));
    if (launched?.name !== 'Launched') throw new Error('the launch was not told');
    token = launched.token;
    expect(launched).toMatchObject({ appName: 'Tide', symbol: 'TIDE', creator: chain.trader(0) });
    expect(launched).toMatchObject({ description: 'Ebb & flow', imageUrl: TEXTS.imageUrl, website: '' });
    expect(launched.cost).toBe(await read(chain.addresses.launchpad, ramp.launchCostOf));
  });
  afterAll(() => chain.stop());

  async function send(from: Hex, to: Hex, data: Hex): Promise<ChainEvent[]> {
    const hash = await chain.client.sendTransaction({ account: from, to, data } as never);
    const { logs, status } = await awaitReceipt(chain.client, hash);
    expect(status).toBe('success');
    return eventsOf(logs);
  }

  function eventsOf(logs: readonly Log[]): ChainEvent[] {
    return logs.flatMap((log) => {
      const raw = toRawLog({
        ...log,
        blockNumber: `0x${log.blockNumber!.toString(16)}`,
        logIndex: `0x${log.logIndex!.toString(16)}`,
      });
      const event = raw === null ? null : ramp.events.decode(raw);
      return event === null ? [] : [event];
    });
  }

  async function read<T>(to: Hex, { data, decode }: { data: Hex; decode: (hex: Hex) => T }): Promise<T> {
    const { data: returned } = await chain.client.call({ to, data });
    return decode(returned!);
  }

  const trade = (side: 'buy' | 'sell', amountIn: bigint): EncodableTrade => {
    const [paid, got] =
      side === 'buy' ? [chain.addresses.platformToken, token] : [token, chain.addresses.platformToken];
    return { trader: chain.trader(1), side, paid, got, amountIn, minOut: 1n } as EncodableTrade;
  };

  it('is read at the start: constants and the platform token; events say the fee', async () => {
    const { launchpad, platformToken, priceFeed } = chain.addresses;
    const node = new ChainNode([chain.anvil.rpcUrl], LOCAL_CHAIN_ID);
    const found = await readDeployment(
      node,
      ramp,
      {
        launchpad: toAddress(launchpad),
        platformToken: toAddress(platformToken),
        priceFeeds: [toAddress(priceFeed)],
      },
      LOCAL_CHAIN_ID,
    );
    expect(found).toMatchObject({
      protocol: ramp,
      graduationThreshold: 60_000n * TOKEN,
      totalSupply: 0n,
      feePpm: null,
    });
  });

  it('tells of each trade what was paid, and what makes the price before and after it', async () => {
    let before = (await read(chain.addresses.launchpad, ramp.curveOf(token))).reserves;
    let bought = 0n;
    for (const [side, amount] of [
      ['buy', 1_000n * TOKEN],
      ['buy', 7n],
      ['sell', 0n],
      ['buy', 20_000n * TOKEN],
    ] as const) {
      const sent = side === 'sell' ? bought / 3n : amount;
      const quote = ramp.quoteOnCurve(await curveNow(), side, sent);
      const data = ramp.encodeOnCurve({ ...trade(side, sent), minOut: 0n });
      if (typeof quote === 'string') {
        await expect(send(chain.trader(1), chain.addresses.launchpad, data)).rejects.toThrow();
        continue;
      }
      const events = await send(chain.trader(1), chain.addresses.launchpad, data);
      const event = events.find((one) => one.name === 'Bought' || one.name === 'Sold');
      if (event?.name !== 'Bought' && event?.name !== 'Sold') throw new Error('the trade was not told');
      expect(event.name).toBe(side === 'buy' ? 'Bought' : 'Sold');
      expect([event.token, event.trader, event.fee]).toEqual([token, chain.trader(1), quote.fee]);
      expect(ramp.reservesBefore(event)).toEqual(before);
      const after = { platform: event.virtualPlatform, token: event.virtualToken };
      expect(after).toEqual(quote.reservesAfter);
      expect((await read(chain.addresses.launchpad, ramp.curveOf(token))).reserves).toEqual(after);
      expect(event.tokenAmount).toBe(side === 'buy' ? quote.amountOut : sent);
      expect(event.platformAmount).toBe(side === 'buy' ? sent : quote.amountOut + quote.fee);
      // The tokens come from nowhere, and go there: the trade is told before they do.
      const moved = events.findLast((one) => one.name === 'Transfer' && one.contract === token);
      expect(moved!.logIndex).toBeGreaterThan(event.logIndex);
      before = after;
      if (side === 'buy') bought += event.tokenAmount;
    }
  });

  async function curveNow(): Promise<Parameters<typeof ramp.quoteOnCurve>[0]> {
    const { reserve } = await chain.curve(token);
    const { reserves } = await read(chain.addresses.launchpad, ramp.curveOf(token));
    const feePpm = await chain.client.readContract({
      address: chain.addresses.launchpad,
      abi: ramp.abis.launchpad,
      functionName: 'feePpm',
    });
    return {
      reserves,
      realPlatform: reserve,
      graduationThreshold: 60_000n * TOKEN,
      feePpm: BigInt(feePpm as number),
    };
  }

  it('graduates by a transaction of its own, into a pool whose swaps are quoted to the wei', async () => {
    await send(chain.trader(1), chain.addresses.launchpad, ramp.encodeOnCurve(trade('buy', 60_000n * TOKEN)));
    expect(ramp.quoteOnCurve(await curveNow(), 'buy', TOKEN)).toBe('curve_complete');
    const { hash, pool } = await graduate();
    const { logs } = await chain.client.getTransactionReceipt({ hash });
    const events = eventsOf(logs);
    const graduated = events.find(({ name }) => name === 'Graduated');
    expect(graduated).toMatchObject({ token, pair: pool });
    const sync = events.findLast(({ name }) => name === 'Sync');
    expect(sync!.logIndex).toBeGreaterThan(graduated!.logIndex);
    expect((await read(chain.addresses.launchpad, ramp.curveOf(token))).isGraduated).toBe(true);

    const [zero, one] = await read(pool, ramp.poolReservesOf);
    const isFirst = hexToBigInt(chain.addresses.platformToken) < hexToBigInt(token);
    const reserves = isFirst ? { platform: zero, token: one } : { platform: one, token: zero };
    const quote = ramp.quoteInPool(reserves, 'buy', 500n * TOKEN);
    if (typeof quote === 'string') throw new Error(quote);
    await chain.approve(chain.trader(1), chain.addresses.platformToken, chain.addresses.router);
    const swap = ramp.encodeInPool({ ...trade('buy', 500n * TOKEN), minOut: quote.amountOut }, 2 ** 32);
    const swapped = await send(chain.trader(1), chain.addresses.router, swap);
    const out = swapped.find(({ name }) => name === 'Swap');
    if (out?.name !== 'Swap') throw new Error('the swap was not told');
    expect(isFirst ? out.amount1Out : out.amount0Out).toBe(quote.amountOut);
  });

  async function graduate(): Promise<{ hash: Hex; pool: Address }> {
    const pool = toAddress(await chain.graduate(token));
    const { transactions } = await chain.client.getBlock();
    return { hash: transactions[0]!, pool };
  }
});

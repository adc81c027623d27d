import { createHash } from 'node:crypto';
import { getAddress, type Address } from 'viem';
import { ZERO_ADDRESS } from '@slipway/domain';
import type { ActivityDto, ActivityListDto } from '../../apps/api/src/modules/apps/activity/activity.dto.js';
import type { HolderDto, HolderListDto } from '../../apps/api/src/modules/apps/holders/holders.dto.js';
import { andCursor, readPages } from '../support/read-pages.js';
import { RECOUNT_ABI, eventAbi } from '../support/recount-abi.js';
import { ServedMarket } from '../support/served-market.js';

const CURVE_EVENTS = [
  eventAbi('Launched'),
  eventAbi('Bought'),
  eventAbi('Sold'),
  eventAbi('Graduated'),
] as const;

/** An address whose EIP-55 text begins with a letter of that case. */
function addressThatBeginsWith(letter: string): Address {
  for (let i = 1n; ; i += 1n) {
    const address = getAddress(`0x${letter.toLowerCase()}${i.toString(16).padStart(39, '0')}`);
    if (address[2] === letter) return address;
  }
}

describe('holders and activity of an indexed chain', () => {
  let served: ServedMarket;
  let graduated: Address;
  let onCurve: Address;

  beforeAll(async () => {
    served = await ServedMarket.start(77, async (market) => {
      await market.open(2);
      [graduated, onCurve] = market.tokens as [Address, Address];
      for (let i = 0; i < 70; i += 1) {
        if (i === 25) await market.graduate(graduated);
        await market.act();
      }
    });
    await served.serveHead();
  });

  afterAll(() => served.stop());

  const act = async (count = 1): Promise<void> => {
    await served.market.act(count);
  };

  /** All pages of a list; `between` runs before each next page. Returns the blocks that the pages named too. */
  async function paginate<T>(
    path: string,
    read: (body: never) => { items: readonly T[]; nextCursor: string | null },
    between?: (page: number) => Promise<void>,
  ): Promise<{ items: T[]; blocks: Set<bigint> }> {
    const pages = await readPages(async (cursor) => {
      const { body, block } = await served.get<never>(path + andCursor(cursor));
      return { ...read(body), block };
    }, between);
    return {
      items: pages.flatMap(({ items }) => items),
      blocks: new Set(pages.map(({ block }) => block)),
    };
  }

  const holdersOf = (body: HolderListDto) => ({ items: body.holders, nextCursor: body.nextCursor });
  const activityOf = (body: ActivityListDto) => ({ items: body.activity, nextCursor: body.nextCursor });
  const moveAndIndex = async (): Promise<void> => {
    await act(2);
    await served.indexed.catchUp();
  };

  describe('GET /apps/{tokenAddress}/holders', () => {
    async function expectWhole(holders: readonly HolderDto[], token: Address, block: bigint): Promise<void> {
      const sum = holders.reduce((total, { balance }) => total + BigInt(balance), 0n);
      expect(sum).toBe(10n ** 27n);
      for (const [index, { rank, address, balance, share }] of holders.entries()) {
        expect(rank).toBe(index + 1);
        const onChain = await served.fixture.client.readContract({
          address: token,
          abi: RECOUNT_ABI,
          functionName: 'balanceOf',
          args: [address],
          blockNumber: block,
        });
        expect(balance).toBe(String(onChain));
        expect(share).toBeCloseTo(Number(balance) / 1e27, 14);
      }
      const balances = holders.map(({ balance }) => BigInt(balance));
      expect(balances).toEqual([...balances].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    }

    it('is the whole supply at the block of the first page, while trades arrive', async () => {
      for (const token of [graduated, onCurve]) {
        const first = await served.get<HolderListDto>(`/apps/${token}/holders?limit=100`);
        const { items, blocks } = await paginate(`/apps/${token}/holders?limit=2`, holdersOf, moveAndIndex);
        expect([...blocks]).toEqual([first.block]);
        expect(items).toEqual(first.body.holders);
        expect(first.body.totalHolders).toBe(items.length);
        await expectWhole(items, token, first.block);
        await served.serveHead();
      }
    });

    it('goes on though the chain was reorganised above the block of the pages', async () => {
      await served.serveHead();
      const first = await served.get<HolderListDto>(`/apps/${onCurve}/holders?limit=100`);
      const { items, blocks } = await paginate(
        `/apps/${onCurve}/holders?limit=2`,
        holdersOf,
        async (page) => {
          await act(3);
          await served.indexed.catchUp();
          if (page < 3) await served.reorganise(2);
        },
      );
      expect(items).toEqual(first.body.holders);
      expect([...blocks]).toEqual([first.block]);
    });

    it('ends when the block of the pages was replaced, and so do rankings of apps', async () => {
      await act(6);
      await served.serveHead();
      const paths = [`/apps/${onCurve}/holders?limit=2`, '/apps?sort=market_cap&limit=1'];
      const cursors = await Promise.all(
        paths.map(async (path) => (await served.get<{ nextCursor: string }>(path)).body.nextCursor),
      );
      await served.reorganise(3);
      await served.serveHead();
      await act();
      await served.serveHead();
      for (const [i, path] of paths.entries()) {
        const response = await served.ask(`${path}&cursor=${cursors[i]!}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: { details: { reason: 'cursor_expired' } } });
      }
    });

    it('has holders of the same balance by address as a number, highest first', async () => {
      const rich = served.fixture.trader(1);
      await served.fixture.buy(rich, onCurve, 10n ** 18n);
      // Their text begins with A, a, B, b, C and c: text would put all capitals together.
      const heirs = ['A', 'a', 'B', 'b', 'C', 'c'].map(addressThatBeginsWith);
      for (const heir of heirs) await served.fixture.transfer(onCurve, rich, heir, 7n);
      await served.serveHead();
      const { items } = await paginate(`/apps/${onCurve}/holders?limit=4`, holdersOf);
      const equals = items.filter(({ balance }) => balance === '7').map(({ address }) => address);
      expect(equals).toEqual([...heirs].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)));
      expect(equals).not.toEqual([...heirs].sort().reverse());
    });

    it('refuses a cursor that was made without our keys', async () => {
      const { nextCursor } = (await served.get<HolderListDto>(`/apps/${onCurve}/holders?limit=1`)).body;
      const text = Buffer.from(nextCursor!, 'base64url').toString('latin1');
      const [, revision] = JSON.parse(text.slice(text.indexOf('["0x'))) as [string, string];
      const payload = Buffer.from(JSON.stringify([onCurve, revision, -5, '1', ZERO_ADDRESS]));
      // How cursors were checked before: a hash of what everybody can read.
      const hash = createHash('sha256').update('app.holders.1\n').update(payload).digest();
      for (const length of [6, 18]) {
        const forged = Buffer.concat([hash.subarray(0, length), payload]).toString('base64url');
        const response = await served.ask(`/apps/${onCurve}/holders?cursor=${forged}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: { details: { reason: 'cursor_invalid' } } });
      }
    });

    it('counts holders as they were in every page', async () => {
      await served.serveHead();
      const path = `/apps/${onCurve}/holders?limit=1`;
      const first = await served.get<HolderListDto>(path);
      const newcomer = '0x00000000000000000000000000000000000000aa' as Address;
      const rich = served.fixture.trader(1);
      await served.fixture.buy(rich, onCurve, 10n ** 18n);
      await served.fixture.transfer(onCurve, rich, newcomer, 5n);
      await served.serveHead();
      const second = await served.get<HolderListDto>(`${path}&cursor=${first.body.nextCursor!}`);
      expect(second.body.totalHolders).toBe(first.body.totalHolders);
      expect((await served.get<HolderListDto>(path)).body.totalHolders).toBe(first.body.totalHolders + 1);
    });

    it('labels the curve, the pool and the creator', async () => {
      const labels = async (token: Address): Promise<Map<string, string | null>> => {
        const { holders } = (await served.get<HolderListDto>(`/apps/${token}/holders?limit=100`)).body;
        return new Map(holders.map(({ address, label }) => [address, label]));
      };
      const { pair } = await served.fixture.curve(graduated);
      expect((await labels(graduated)).get(pair)).toBe('pool');
      const curve = await labels(onCurve);
      expect(curve.get(served.fixture.addresses.launchpad)).toBe('curve');
      await served.fixture.buy(served.fixture.trader(1), onCurve, 10n ** 18n);
      await served.serveHead();
      expect((await labels(onCurve)).get(served.fixture.trader(1))).toBe('creator');
    });

    it('refuses cursors of another app and damaged ones, and says when one has expired', async () => {
      const { nextCursor } = (await served.get<HolderListDto>(`/apps/${graduated}/holders?limit=1`)).body;
      const reasonOf = async (path: string): Promise<unknown> => {
        const response = await served.ask(path);
        expect(response.status).toBe(400);
        return ((await response.json()) as { error: { details: { reason: string } } }).error.details.reason;
      };
      expect(await reasonOf(`/apps/${onCurve}/holders?cursor=${nextCursor!}`)).toBe('cursor_invalid');
      expect(await reasonOf(`/apps/${graduated}/holders?cursor=AAAA`)).toBe('cursor_invalid');
      await served.fixture.client.mine({ blocks: 1 });
      await served.serveHead();
      await served.query('DELETE FROM chain.head_history');
      expect(await reasonOf(`/apps/${graduated}/holders?cursor=${nextCursor!}`)).toBe('cursor_expired');
      const unknown = await served.ask(`/apps/${ZERO_ADDRESS}/holders`);
      expect([unknown.status, unknown.headers.get('x-as-of-block')]).toEqual([404, expect.any(String)]);
    });
  });

  describe('GET /apps/{tokenAddress}/activity', () => {
    const place = ({ type, blockNumber, logIndex, txHash }: ActivityDto): unknown[] => [
      type,
      blockNumber,
      logIndex,
      txHash,
    ];

    /** What the chain tells of an app, newest first. */
    async function recount(token: Address): Promise<unknown[]> {
      const { client, addresses } = served.fixture;
      const { pair } = await served.fixture.curve(token);
      const range = { fromBlock: 0n, toBlock: 'latest' } as const;
      const found = [
        ...(await client.getLogs({ address: addresses.launchpad, events: CURVE_EVENTS, ...range })).filter(
          ({ args }) => 'token' in args && args.token === token,
        ),
        ...(await client.getLogs({ address: token, event: eventAbi('Transfer'), ...range })).filter(
          ({ args }) =>
            args.value! > 0n &&
            ![addresses.launchpad, pair, ZERO_ADDRESS].some((side) => [args.from, args.to].includes(side)),
        ),
        ...(pair === ZERO_ADDRESS
          ? []
          : await client.getLogs({ address: pair, event: eventAbi('Swap'), ...range })),
      ];
      const names: Record<string, string> = {
        Launched: 'launch',
        Bought: 'buy',
        Sold: 'sell',
        Graduated: 'graduation',
        Transfer: 'transfer',
      };
      const platformIs0 = addresses.platformToken.toLowerCase() < token.toLowerCase();
      return found
        .sort((a, b) => Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex)
        .map((log) => {
          const paidIn0 = log.eventName === 'Swap' && log.args.amount0In! > 0n;
          const swap = paidIn0 === platformIs0 ? 'buy' : 'sell';
          return [names[log.eventName] ?? swap, Number(log.blockNumber), log.logIndex, log.transactionHash];
        });
    }

    it('is everything that happened, each once, newest first; a transfer of nothing is not', async () => {
      for (const token of [graduated, onCurve]) {
        const [one, other] = [served.fixture.trader(1), served.fixture.trader(2)];
        await served.fixture.transfer(token, one, other, 0n);
      }
      await served.serveHead();
      for (const token of [graduated, onCurve]) {
        const { items } = await paginate(`/apps/${token}/activity?limit=7`, activityOf);
        expect(items.map(place)).toEqual(await recount(token));
      }
    });

    it('filters by type', async () => {
      const all = (await paginate(`/apps/${graduated}/activity?limit=100`, activityOf)).items;
      for (const type of ['launch', 'buy', 'sell', 'transfer', 'graduation']) {
        const { items } = await paginate(`/apps/${graduated}/activity?limit=3&type=${type}`, activityOf);
        expect(items.length).toBeGreaterThan(0);
        expect(items).toEqual(all.filter((item) => item.type === type));
      }
    });

    it('says who gave what to whom, and what it was worth', async () => {
      const trader = served.fixture.trader(4);
      const logs = await served.fixture.buy(trader, onCurve, 3n * 10n ** 18n);
      const bought = served.fixture.event(logs, 'Bought');
      await served.serveHead();
      const { body } = await served.get<ActivityListDto>(`/apps/${onCurve}/activity?limit=1`);
      expect(body.activity[0]).toMatchObject({
        type: 'buy',
        from: served.fixture.addresses.launchpad,
        to: trader,
        tokenAmount: String(bought.tokenAmount),
        platformAmount: String(bought.platformAmount),
      });
      const { priceUsd, valueUsd } = body.activity[0]!;
      const net = Number(bought.platformAmount - bought.fee) / Number(bought.platformAmount);
      expect(priceUsd! * Number(bought.tokenAmount)).toBeCloseTo(valueUsd! * net * 1e18, -8);
    });

    it('repeats and misses nothing while trades arrive', async () => {
      await served.serveHead();
      const before = (await paginate(`/apps/${onCurve}/activity?limit=100`, activityOf)).items;
      const { items } = await paginate(`/apps/${onCurve}/activity?limit=4`, activityOf, moveAndIndex);
      expect(items).toEqual(before);
    });

    it('repeats and misses nothing of the chain as it is in the end, while it is reorganised', async () => {
      await act(8);
      await served.serveHead();
      const listed = (
        await paginate(`/apps/${onCurve}/activity?limit=3`, activityOf, async (page) => {
          if (page < 4) await served.reorganise(4);
          await act();
          await served.serveHead();
        })
      ).items.map((item) => JSON.stringify(place(item)));
      expect(new Set(listed).size).toBe(listed.length);
      const final = (await recount(onCurve)).map((item) => JSON.stringify(item));
      // What came after the last time that pagination began at the top is not for it to show.
      const since = final.findIndex((item) => listed.includes(item));
      const shown = listed.filter((item) => final.includes(item));
      expect(shown).toEqual(final.slice(since));
    });

    it.each(['type=burn', 'limit=0', 'cursor=AAAA', 'since=1'])('refuses ?%s', async (query) => {
      expect((await served.ask(`/apps/${onCurve}/activity?${query}`)).status).toBe(400);
    });

    it('returns 404 for a token that no app has', async () => {
      expect((await served.ask(`/apps/${ZERO_ADDRESS}/activity`)).status).toBe(404);
    });
  });
});

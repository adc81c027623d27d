import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { platformTokenAbi } from '@slipway/chain';
import type { PortfolioDto } from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { askAgain } from '../support/ask-again.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { ServedOwner } from '../support/served-owner.js';
import { until } from '../support/until.js';

interface Page {
  readonly activity: readonly { readonly txHash: Hex }[];
  readonly nextCursor: string | null;
}

/** Miners of the other branch take the same transactions, in another order: what they log may stand where it stood. */
describe('activity whose transactions a reorganisation mines again', () => {
  let owner: ServedOwner;

  beforeAll(async () => {
    owner = await ServedOwner.start(91);
  });

  afterAll(() => owner.stop());

  async function transfer(from: Hex, to: Hex): Promise<Hex> {
    const [log] = await owner.served.fixture.transfer(owner.served.market.tokens[1]!, from, to, 5n);
    return log!.transactionHash!;
  }

  /** The last two blocks again: the first of them empty, and both transactions in the second, the newer one first. */
  async function mineAgain(older: Hex, newer: Hex): Promise<void> {
    await owner.served.fixture.reorganise(2, [
      [newer, 1],
      [older, 1],
    ]);
  }

  it.each<[string, (owner: ServedOwner, query: string) => Promise<Response>]>([
    [
      'an app',
      ({ served }, query) => served.ask(`/apps/${served.market.tokens[1]!}/activity?limit=1${query}`),
    ],
    ['a wallet', (of, query) => of.get(`/activity?limit=1${query}`)],
  ])('of %s is paginated from the newest again, so that nothing is left out', async (_whose, get) => {
    const { fixture } = owner.served;
    const page = async (query = ''): Promise<Page> => {
      const response = await askAgain(() => get(owner, query));
      return (await response.json()) as Page;
    };
    const wallet = owner.wallet.address;
    await fixture.buy(fixture.trader(5), owner.served.market.tokens[1]!, 10n ** 18n);
    const older = await transfer(wallet, fixture.trader(6));
    const newer = await transfer(fixture.trader(5), wallet);
    await owner.served.serveHead();
    const first = await page();
    expect(first.activity.map(({ txHash }) => txHash)).toEqual([newer]);
    const before = await awaitReceipt(fixture.client, newer);

    await mineAgain(older, newer);
    await owner.served.serveHead();
    const after = await awaitReceipt(fixture.client, newer);
    expect([after.blockNumber, after.logs[0]?.logIndex]).toEqual([
      before.blockNumber,
      before.logs[0]?.logIndex,
    ]);
    expect(after.blockHash).not.toBe(before.blockHash);
    const second = await page(`&cursor=${first.nextCursor!}`);
    const third = await page(`&cursor=${second.nextCursor!}`);
    expect([...second.activity, ...third.activity].map(({ txHash }) => txHash)).toEqual([older, newer]);
  });

  it('has what a wallet has of the platform token while its block is gone from the node', async () => {
    const { served, wallet } = owner;
    const { client, addresses } = served.fixture;
    // A read waits for a part of a second: on a busy machine the next block may come too late for it.
    await until('the next block comes while it is read', async () => {
      await client.mine({ blocks: 1 });
      const gone = await served.serveHead();
      await client.request({ method: 'anvil_rollback', params: [1] } as never);
      const reading = owner.read<PortfolioDto>('');
      await sleep(50);
      await served.fixture.platform('transfer', wallet.address, [served.fixture.trader(7), 5n]);
      await served.indexed.catchUp();
      const { body, headers } = await reading;
      if (body.platformToken === null) return false;
      // Between the rewind and the new block the index is a block lower: the balance is of the block that the response names.
      const asOf = BigInt(headers.get('x-as-of-block')!);
      const balance = await client.readContract({
        address: addresses.platformToken,
        abi: platformTokenAbi,
        functionName: 'balanceOf',
        args: [wallet.address],
        blockNumber: asOf,
      });
      expect(body.platformToken.balance).toBe(String(balance));
      expect([gone - 1n, gone]).toContain(asOf);
      return true;
    });
  });
});

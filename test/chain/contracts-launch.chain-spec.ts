import { toHex, hexToBytes, encodeFunctionData, zeroAddress, type Address } from 'viem';
import { appTokenAbi, launchpadAbi } from '@slipway/protocols/slipway';
import { awaitReceipt } from '../support/await-receipt.js';
import { LaunchpadFixture, TEXTS } from '../support/launchpad-fixture.js';

const SLIP = 10n ** 18n;

describe('Launchpad.launch', () => {
  let chain: LaunchpadFixture;
  beforeAll(async () => {
    chain = await LaunchpadFixture.start();
  });
  afterAll(() => chain.stop());

  const readToken = (address: Address, functionName: 'name' | 'symbol' | 'decimals' | 'totalSupply') =>
    chain.client.readContract({ address, abi: appTokenAbi, functionName });

  it('takes exactly launchCost of the platform token', async () => {
    const creator = chain.trader(0);
    const cost = await chain.read<bigint>('launchCost');
    const before = await chain.platformBalance(creator);
    await chain.launch(creator);
    expect(before - (await chain.platformBalance(creator))).toBe(cost);
    expect(await chain.platformBalance(chain.addresses.launchpad)).toBe(await chain.read('collectedFees'));
  });

  it('takes the cost of the moment after the owner changed it, and 0 is a cost', async () => {
    await chain.undone(async () => {
      for (const cost of [7n * SLIP + 1n, 0n]) {
        await chain.write(chain.onLaunchpad('setLaunchCost', chain.operator, [cost]));
        const before = await chain.platformBalance(chain.trader(0));
        await chain.launch(chain.trader(0));
        expect(before - (await chain.platformBalance(chain.trader(0)))).toBe(cost);
      }
    });
  });

  it('fails without the allowance or the balance for the cost', async () => {
    const args = Object.values(TEXTS);
    const poor = '0x00000000000000000000000000000000000000aa';
    expect(await chain.errorOf(chain.onLaunchpad('launch', poor, args))).toMatch(
      'ERC20InsufficientAllowance',
    );
    await chain.undone(async () => {
      const cost = await chain.read<bigint>('launchCost');
      await chain.platform('approve', chain.trader(0), [chain.addresses.launchpad, cost - 1n]);
      const short = await chain.errorOf(chain.onLaunchpad('launch', chain.trader(0), args));
      expect(short).toMatch('ERC20InsufficientAllowance');
      await chain.platform('approve', chain.trader(0), [chain.addresses.launchpad, cost]);
      await chain.launch(chain.trader(0));
    });
  });

  it('announces the texts and gives the whole supply to the curve', async () => {
    const creator = chain.trader(1);
    const logs = await chain.write(chain.onLaunchpad('launch', creator, Object.values(TEXTS)));
    const event = chain.event(logs, 'Launched');
    expect(event).toEqual({ ...TEXTS, token: event.token, creator, cost: 100n * SLIP });
    const supply = 1_000_000_000n * SLIP;
    expect(await readToken(event.token, 'name')).toBe(TEXTS.name);
    expect(await readToken(event.token, 'symbol')).toBe(TEXTS.symbol);
    expect(await readToken(event.token, 'decimals')).toBe(18);
    expect(await readToken(event.token, 'totalSupply')).toBe(supply);
    expect(await chain.balance(event.token, chain.addresses.launchpad)).toBe(supply);
    expect(await chain.curve(event.token)).toEqual({
      virtualPlatform: await chain.read('INITIAL_VIRTUAL_PLATFORM'),
      virtualToken: await chain.read('INITIAL_VIRTUAL_TOKEN'),
      realPlatform: 0n,
      realToken: supply,
      graduated: false,
      pair: zeroAddress,
    });
  });

  it('accepts equal names again, empty texts and a name of 100 KB', async () => {
    await chain.launch(chain.trader(2));
    const empty = { name: '', symbol: '', description: '', imageUrl: '', website: '' };
    expect(await readToken(await chain.launch(chain.trader(2), empty), 'name')).toBe('');
    const name = 'n'.repeat(100_000);
    const token = await chain.launch(chain.trader(2), { name }, 150_000_000n);
    expect(await readToken(token, 'name')).toBe(name);
  });

  it('accepts bytes that are no UTF-8', async () => {
    const marked = { ...TEXTS, name: 'XXXXXXXX' };
    const data = encodeFunctionData({
      abi: launchpadAbi,
      functionName: 'launch',
      args: [marked.name, marked.symbol, marked.description, marked.imageUrl, marked.website],
    }).replace(toHex(marked.name).slice(2), '00ff80c3eda08041') as `0x${string}`;
    expect(hexToBytes(data).length % 32).toBe(4);
    const hash = await chain.client.sendTransaction({
      account: chain.trader(3),
      chain: null,
      to: chain.addresses.launchpad,
      data,
      gas: 8_000_000n,
    });
    const receipt = await awaitReceipt(chain.client, hash);
    expect(receipt.status).toBe('success');
  });

  it("lets no account set an app token's texts again", async () => {
    const token = await chain.launch(chain.trader(4));
    const again = { address: token, abi: appTokenAbi, functionName: 'initialize', args: ['a', 'b', 1n] };
    expect(await chain.errorOf({ ...again, from: chain.operator })).toBe('OnlyLaunchpad');
    const implementation = await chain.read<Address>('appTokenImplementation');
    expect(await chain.errorOf({ ...again, address: implementation, from: chain.operator })).toBe(
      'OnlyLaunchpad',
    );
  });

  it('lets only the owner change the cost and withdraw what was collected', async () => {
    const stranger = chain.trader(5);
    for (const [name, argument] of [
      ['setLaunchCost', 1n],
      ['withdrawFees', stranger],
    ] as const) {
      expect(await chain.errorOf(chain.onLaunchpad(name, stranger, [argument]))).toBe(
        'OwnableUnauthorizedAccount',
      );
    }
    await chain.undone(async () => {
      const collected = await chain.read<bigint>('collectedFees');
      const before = await chain.platformBalance(chain.operator);
      await chain.write(chain.onLaunchpad('withdrawFees', chain.operator, [chain.operator]));
      expect((await chain.platformBalance(chain.operator)) - before).toBe(collected);
      expect(await chain.read('collectedFees')).toBe(0n);
    });
  });
});

import { parseEventLogs, zeroAddress, type Abi, type Address, type Log } from 'viem';
import { rampLaunchpadAbi, rampPoolAbi, rampTokenAbi } from '@slipway/protocols/ramp';
import { RAMP_ADDRESSES } from '../../apps/devnet/src/launchpads/ramp-addresses.js';
import { loadArtifact } from '../../apps/devnet/src/contracts/artifact.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { RampFixture } from '../support/ramp-fixture.js';

const TOKEN = 10n ** 18n;
const RESERVE = 60_000n * TOKEN;
const DEAD = '0x000000000000000000000000000000000000dEaD';
/** keccak256('eip1967.proxy.implementation') - 1, by ERC-1967. */
const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

describe("the second protocol's contracts", () => {
  let chain: RampFixture;
  beforeAll(async () => {
    chain = await RampFixture.start();
  });
  afterAll(() => chain.stop());

  const tokenAbi: Abi = rampTokenAbi;
  const onToken = (token: Address, functionName: string, args: readonly unknown[] = []): Promise<unknown> =>
    chain.client.readContract({ address: token, abi: tokenAbi, functionName, args });

  /** Events in their order, of launchpad, tokens and pools. */
  function namesOf(logs: readonly Log[]): string[] {
    const abi: Abi = [...rampLaunchpadAbi, ...rampPoolAbi];
    return parseEventLogs({ abi, logs: [...logs] }).map(({ eventName }) => eventName);
  }

  async function complete(): Promise<Address> {
    const token = await chain.launch(chain.trader(0));
    await chain.buy(chain.trader(0), token, 70_000n * TOKEN);
    return token;
  }

  it('are where RAMP_ADDRESSES says', async () => {
    expect(chain.addresses).toEqual({ ...RAMP_ADDRESSES, deployBlock: 1 });
    for (const address of Object.values(RAMP_ADDRESSES))
      expect(await chain.client.getCode({ address })).toBeDefined();
  });

  it('creates a token for the price of the moment, of which nothing exists', async () => {
    await chain.undone(async () => {
      await chain.setCreationPrice(7n * TOKEN);
      const before = await chain.platformBalance(chain.trader(2));
      const texts = { name: 'A', symbol: '', contractURI: 'data:application/json,{}' };
      const logs = await chain.write(chain.onLaunchpad('createToken', chain.trader(2), Object.values(texts)));
      const { token, ...created } = chain.event(logs, 'TokenCreated');
      expect(created).toEqual({ ...texts, creator: chain.trader(2), price: 7n * TOKEN });
      expect(await chain.platformBalance(chain.trader(2))).toBe(before - 7n * TOKEN);
      const read = ['name', 'symbol', 'contractURI', 'decimals', 'totalSupply', 'launchpad'];
      expect(await Promise.all(read.map((name) => onToken(token, name)))).toEqual([
        ...[...Object.values(texts), 18, 0n],
        chain.addresses.launchpad,
      ]);
    });
  });

  it('mints on a purchase and burns on a redemption, after the event that says so', async () => {
    const token = await chain.launch(chain.trader(0));
    const bought = await chain.buy(chain.trader(1), token, 500n * TOKEN);
    const { tokenAmount } = chain.event(bought, 'Trade');
    expect(await onToken(token, 'totalSupply')).toBe(tokenAmount);
    expect(namesOf(bought)).toEqual(['Trade', 'Transfer', 'Transfer']);
    const sold = await chain.sell(chain.trader(1), token, tokenAmount);
    expect(namesOf(sold)).toEqual(['Trade', 'Transfer', 'Transfer']);
    expect(await onToken(token, 'totalSupply')).toBe(0n);
    const { supply, reserve } = await chain.curve(token);
    expect([supply, reserve < 10n]).toEqual([0n, true]);
  });

  it('lets the completing buy overshoot, then nothing but graduate', async () => {
    const token = await complete();
    const { reserve, supply, isComplete } = await chain.curve(token);
    expect([reserve > RESERVE, isComplete]).toEqual([true, true]);
    const trader = chain.trader(0);
    for (const call of [
      ['purchase', [token, TOKEN, 0n]],
      ['redeem', [token, TOKEN, 0n]],
    ] as const)
      expect(await chain.errorOf(chain.onLaunchpad(call[0], trader, call[1]))).toBe('CurveComplete');
    const logs = await chain.write(chain.onLaunchpad('graduate', chain.trader(6), [token]));
    expect(namesOf(logs).filter((name) => name !== 'Transfer')).toEqual(['Migrated', 'Sync', 'Mint']);
    const { pool, platformAmount, tokenAmount } = chain.event(logs, 'Migrated');
    const pooled = await chain.reserves(pool);
    expect(pooled).toEqual({ platform: reserve, token: tokenAmount });
    expect(platformAmount).toBe(reserve);
    // The pool's first price is the curve's last: (supply + 50 million) / 2.5 x 10^12 whole tokens.
    const last = (supply + 50_000_000n * TOKEN) * 10n ** 36n;
    const difference = (pooled.platform * 10n ** 36n) / pooled.token - last / (25n * 10n ** 29n);
    expect(difference >= 0n && difference < 10n ** 12n).toBe(true);
    expect(await onToken(token, 'totalSupply')).toBe(supply + tokenAmount);
    const again = chain.onLaunchpad('graduate', chain.trader(6), [token]);
    expect(await chain.errorOf(again)).toBe('AlreadyMigrated');
    expect(await chain.errorOf(chain.onLaunchpad('purchase', trader, [token, TOKEN, 0n]))).toBe(
      'CurveComplete',
    );
    const shares = await onToken(pool, 'totalSupply');
    expect(await onToken(pool, 'balanceOf', [DEAD])).toBe(shares);
  });

  it("gives nobody a say in the pool's first price: what was sent there before is burned", async () => {
    const token = await complete();
    const predicted = await chain.undone(() => chain.graduate(token));
    await chain.transfer(token, chain.trader(0), predicted, 1_000_000n * TOKEN);
    await chain.platform('transfer', chain.trader(1), [predicted, 5_000n * TOKEN]);
    const { reserve } = await chain.curve(token);
    const pool = await chain.graduate(token);
    expect(pool).toBe(predicted);
    expect((await chain.reserves(pool)).platform).toBe(reserve);
    const create = {
      address: chain.addresses.poolFactory,
      abi: loadArtifact('ramp/RampPoolFactory').abi,
      functionName: 'createPool',
    };
    expect(await chain.errorOf({ ...create, args: [token, DEAD], from: chain.trader(0) })).toBe(
      'OnlyLaunchpad',
    );
  });

  it('trades in the pool by the router, for exact inputs and exact outputs', async () => {
    const token = await complete();
    const pool = await chain.graduate(token);
    const { platformToken, router } = chain.addresses;
    const trader = chain.trader(3);
    const swapped = await chain.swap(trader, token, platformToken, 100n * TOKEN);
    expect(namesOf(swapped).filter((name) => name !== 'Transfer')).toEqual(['Sync', 'Swap']);
    const held = await chain.balance(token, trader);
    await chain.approve(trader, token, router);
    const exact = (functionName: string, args: readonly unknown[]) => ({
      ...chain.onRouter(trader, [token, platformToken], 0n),
      functionName,
      args,
    });
    const deadline = 2n ** 64n;
    const path = [token, platformToken];
    expect(
      await chain.errorOf(exact('swapTokensForExactTokens', [50n * TOKEN, 1n, path, trader, deadline])),
    ).toBe('ExcessiveInput');
    expect(
      await chain.errorOf(exact('swapExactTokensForTokens', [held, 10n ** 30n, path, trader, deadline])),
    ).toBe('InsufficientOutput');
    expect(await chain.errorOf(exact('swapExactTokensForTokens', [held, 0n, path, trader, 1n]))).toBe(
      'Expired',
    );
    const before = await chain.platformBalance(trader);
    await chain.write(exact('swapTokensForExactTokens', [50n * TOKEN, held, path, trader, deadline]));
    expect(await chain.platformBalance(trader)).toBe(before + 50n * TOKEN);
    const { platform, token: tokens } = await chain.reserves(pool);
    const cheated = { address: pool, abi: rampPoolAbi, functionName: 'swap', from: trader };
    const amounts = BigInt(token) < BigInt(platformToken) ? [0n, platform / 2n] : [platform / 2n, 0n];
    expect(await chain.errorOf({ ...cheated, args: [...amounts, trader, '0x'] })).toBe('NothingIn');
    await chain.transfer(token, trader, pool, 1n);
    expect(await chain.errorOf({ ...cheated, args: [...amounts, trader, '0x'] })).toBe('ProductFell');
    await chain.write({ ...cheated, functionName: 'sync' });
    expect((await chain.reserves(pool)).token).toBe(tokens + 1n);
  });

  it('lets the owner alone change fee, price, owner and code, in bounds', async () => {
    const stranger = chain.trader(0);
    const calls = [
      ['setFeePpm', [1]],
      ['setCreationPrice', [1n]],
      ['withdrawFees', [stranger]],
      ['transferOwnership', [stranger]],
      ['upgradeToAndCall', [chain.addresses.launchpadImplementation, '0x']],
    ] as const;
    for (const [name, args] of calls) {
      expect(await chain.errorOf(chain.onLaunchpad(name, stranger, args))).toBe('OnlyOwner');
      expect(await chain.errorOf(chain.onLaunchpad(name, chain.operator, args))).toBeNull();
    }
    expect(await chain.errorOf(chain.onLaunchpad('setFeePpm', chain.operator, [50_001]))).toBe('FeeTooHigh');
    expect(await chain.errorOf(chain.onLaunchpad('transferOwnership', chain.operator, [zeroAddress]))).toBe(
      'InvalidOwner',
    );
    const initialize = chain.onLaunchpad('initialize', stranger, [
      stranger,
      stranger,
      stranger,
      stranger,
      0n,
      0,
    ]);
    expect(await chain.errorOf(initialize)).toBe('InvalidInitialization');
    expect(await chain.errorOf({ ...initialize, address: chain.addresses.launchpadImplementation })).toBe(
      'InvalidInitialization',
    );
    const feeEvent = chain.event(await chain.setFee(1_234), 'FeeChanged');
    expect([feeEvent.feePpm, await chain.read('feePpm')]).toEqual([1_234, 1_234]);
  });

  it('keeps what is there through an upgrade of launchpad and tokens', async () => {
    const token = await chain.launch(chain.trader(0), { name: 'Kept' });
    await chain.buy(chain.trader(0), token, 10n * TOKEN);
    const before = await chain.curve(token);
    const launchpad = await deployed('ramp/RampLaunchpad');
    await chain.write(chain.onLaunchpad('upgradeToAndCall', chain.operator, [launchpad, '0x']));
    const beacon = { address: chain.addresses.tokenBeacon, abi: loadArtifact('ramp/RampTokenBeacon').abi };
    await chain.write({
      ...beacon,
      functionName: 'upgradeTo',
      args: [await deployed('ramp/RampToken')],
      from: chain.operator,
    });
    const slot = await chain.client.getStorageAt({
      address: chain.addresses.launchpad,
      slot: IMPLEMENTATION_SLOT,
    });
    expect(slot?.slice(-40)).toBe(launchpad.slice(2).toLowerCase());
    expect(await chain.curve(token)).toEqual(before);
    expect(await onToken(token, 'name')).toBe('Kept');
    await chain.sell(chain.trader(0), token, before.supply);
  });

  it('lets nobody mint, burn or set up a token but the launchpad', async () => {
    const token = await chain.launch(chain.trader(0));
    const [from, other] = [chain.trader(1), chain.trader(2)];
    for (const functionName of ['mint', 'burn'])
      expect(
        await chain.errorOf({ address: token, abi: rampTokenAbi, functionName, args: [other, 1n], from }),
      ).toBe('OnlyLaunchpad');
    const again = { address: token, abi: rampTokenAbi, functionName: 'initialize', args: ['', '', ''], from };
    expect(await chain.errorOf(again)).toBe('InvalidInitialization');
  });

  async function deployed(name: string): Promise<Address> {
    const { abi, bytecode } = loadArtifact(name);
    const hash = await chain.client.deployContract({
      abi,
      bytecode,
      args: [],
      account: chain.operator,
      chain: null,
    });
    return (await awaitReceipt(chain.client, hash)).contractAddress!;
  }
});

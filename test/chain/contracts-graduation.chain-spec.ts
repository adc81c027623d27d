import { keccak256, maxUint256, toEventSelector, type Address } from 'viem';
import { launchpadAbi, uniswapV2FactoryAbi, uniswapV2PairAbi } from '@slipway/protocols/slipway';
import { loadUniswapArtifact } from '../../apps/devnet/src/contracts/artifact.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';

const SLIP = 10n ** 18n;
const THRESHOLD = 60_000n * SLIP;
const DEAD: Address = '0x000000000000000000000000000000000000dEaD';
/** Of mainnet's factory: pair addresses are derived from it. */
const MAINNET_INIT_CODE_HASH = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f';

const SWAP_TOPIC = toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)');

describe('graduation', () => {
  let chain: LaunchpadFixture;
  let token: Address;
  let snapshot: `0x${string}`;
  beforeAll(async () => {
    chain = await LaunchpadFixture.start();
    token = await chain.launch(chain.trader(0));
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    snapshot = await chain.client.snapshot();
  });
  afterEach(() => chain.client.revert({ id: snapshot }));

  const graduate = () => chain.buy(chain.trader(8), token, 1_000_000n * SLIP);
  const pairOf = (): Promise<Address> =>
    chain.client.readContract({
      address: chain.addresses.uniswapFactory,
      abi: uniswapV2FactoryAbi,
      functionName: 'getPair',
      args: [token, chain.addresses.platformToken],
    });
  const createPair = () =>
    chain.write({
      address: chain.addresses.uniswapFactory,
      abi: uniswapV2FactoryAbi,
      functionName: 'createPair',
      args: [chain.addresses.platformToken, token],
      from: chain.trader(1),
    });
  const onPair = (pair: Address, functionName: string, from: Address, args: readonly unknown[] = []) =>
    chain.write({ address: pair, abi: uniswapV2PairAbi, functionName, args, from });
  const liquidity = (pair: Address, owner: Address) => chain.balance(pair, owner);

  /** Price of the pair against the price at which the curve ended, in millionths. */
  async function relativePrice(pair: Address): Promise<number> {
    const { platform, token: tokens } = await chain.reserves(pair);
    const { virtualPlatform, virtualToken } = await chain.curve(token);
    return Number((platform * virtualToken * 1_000_000n) / (tokens * virtualPlatform)) / 1_000_000;
  }

  /** The launchpad owes nothing that it does not have. */
  async function expectSolvent(): Promise<void> {
    const fees = await chain.read<bigint>('collectedFees');
    expect(await chain.platformBalance(chain.addresses.launchpad)).toBe(fees);
    expect(await chain.balance(token, chain.addresses.launchpad)).toBe(0n);
  }

  it('happens in the buy that meets the threshold, which takes no more than that needs', async () => {
    const trader = chain.trader(8);
    const before = await chain.platformBalance(trader);
    const quote = await chain.quoteBuy(token, 1_000_000n * SLIP);
    const logs = await graduate();
    expect(chain.eventNames(logs)).toEqual(['Bought', 'Graduated']);
    const bought = chain.event(logs, 'Bought');
    expect(bought.platformAmount - bought.fee).toBe(THRESHOLD);
    expect(quote).toEqual({ tokenOut: bought.tokenAmount, fee: bought.fee });
    expect(before - (await chain.platformBalance(trader))).toBe(bought.platformAmount);
    await expectSolvent();
  });

  it('happens not a wei before the threshold', async () => {
    const most = (THRESHOLD * 10_000n + 9_899n) / 9_900n;
    const logs = await chain.buy(chain.trader(0), token, most - 1n);
    expect(chain.eventNames(logs)).toEqual(['Bought']);
    const { realPlatform, graduated } = await chain.curve(token);
    expect([graduated, THRESHOLD - realPlatform <= 1n]).toEqual([false, true]);
    expect(chain.eventNames(await chain.buy(chain.trader(1), token, 2n))).toEqual(['Bought', 'Graduated']);
  });

  it("puts everything into a real pair at the curve's last price and burns the liquidity", async () => {
    const logs = await graduate();
    const { pair, platformLiquidity, tokenLiquidity } = chain.event(logs, 'Graduated');
    expect(pair).toBe(await pairOf());
    expect(platformLiquidity).toBe(THRESHOLD);
    expect(tokenLiquidity).toBe(250_000_000n * SLIP);
    expect(await chain.reserves(pair)).toEqual({ platform: platformLiquidity, token: tokenLiquidity });
    expect(await relativePrice(pair)).toBeCloseTo(1, 5);
    const supply = await chain.client.readContract({
      address: pair,
      abi: uniswapV2PairAbi,
      functionName: 'totalSupply',
    });
    expect(await liquidity(pair, DEAD)).toBe(supply - 1000n);
    const { virtualPlatform, ...curve } = await chain.curve(token);
    expect(virtualPlatform).toBe(90_000n * SLIP);
    expect(curve).toMatchObject({ realPlatform: 0n, realToken: 0n, graduated: true, pair });
  });

  it("uses Uniswap's own bytecode", () => {
    expect(keccak256(loadUniswapArtifact('UniswapV2Pair').bytecode)).toBe(MAINNET_INIT_CODE_HASH);
  });

  it('happens once: nothing trades on the curve afterwards', async () => {
    await graduate();
    await chain.approve(chain.trader(8), token);
    for (const [name, args] of [
      ['buy', [token, SLIP, 0n]],
      ['sell', [token, SLIP, 0n]],
      ['quoteBuy', [token, SLIP]],
      ['quoteSell', [token, SLIP]],
    ] as const) {
      expect(await chain.errorOf(chain.onLaunchpad(name, chain.trader(8), args))).toBe('AlreadyGraduated');
    }
    const graduations = await chain.client.getContractEvents({
      address: chain.addresses.launchpad,
      abi: launchpadAbi,
      eventName: 'Graduated',
      fromBlock: 0n,
    });
    expect(graduations).toHaveLength(1);
  });

  it('leaves other apps on their curves', async () => {
    const other = await chain.launch(chain.trader(2));
    await chain.buy(chain.trader(2), other, 100n * SLIP);
    const before = await chain.curve(other);
    await graduate();
    expect(await chain.curve(other)).toEqual(before);
  });

  describe('cannot be spoiled', () => {
    let pair: Address;
    const griefer = () => chain.trader(1);
    beforeEach(async () => {
      await chain.buy(griefer(), token, 20_000n * SLIP);
      await createPair();
      pair = await pairOf();
    });

    it('by a pair made before', async () => {
      const event = chain.event(await graduate(), 'Graduated');
      expect(event.pair).toBe(pair);
      expect(await relativePrice(pair)).toBeCloseTo(1, 5);
      await expectSolvent();
    });

    it('by donations to the pair', async () => {
      await chain.transfer(token, griefer(), pair, 1_000_000n * SLIP);
      await chain.transfer(chain.addresses.platformToken, griefer(), pair, 5_000n * SLIP);
      const { platformLiquidity, tokenLiquidity } = chain.event(await graduate(), 'Graduated');
      expect(platformLiquidity).toBe(THRESHOLD);
      expect(await chain.reserves(pair)).toEqual({ platform: platformLiquidity, token: tokenLiquidity });
      expect(await relativePrice(pair)).toBeCloseTo(1, 5);
      await expectSolvent();
    });

    it.each([
      ['platform tokens', 5_000n * SLIP, 0n],
      ['app tokens', 0n, 20_000_000n * SLIP],
      ['a wei of each', 1n, 1n],
      ['a wei and a large sum', 1n, 100_000_000n * SLIP],
      ['a large sum and a wei', 900_000n * SLIP, 1n],
    ])('by donations that count as reserves: %s', async (_, platform, tokens) => {
      if (tokens > 0n) await chain.transfer(token, griefer(), pair, tokens);
      if (platform > 0n) await chain.transfer(chain.addresses.platformToken, griefer(), pair, platform);
      await onPair(pair, 'sync', griefer());
      expect(chain.eventNames(await graduate())).toEqual(['Bought', 'Graduated']);
      await expectSolvent();
    });

    it.each([
      ['far too dear', 500_000n * SLIP, 1_000_000n * SLIP],
      ['dear and deep', 900_000n * SLIP, 150_000_000n * SLIP],
      ['far too cheap', 10n * SLIP, 150_000_000n * SLIP],
      ['hardly any, too dear', 100_000n, 100n],
      ['hardly any, too cheap', 1n, 10n ** 12n],
      ['nearly right', 240n * SLIP, 1_000_001n * SLIP],
    ])('nor milked by liquidity at a foolish price: %s', async (_, platform, tokens) => {
      const { platformToken } = chain.addresses;
      const worth = async () => {
        const { virtualPlatform, virtualToken } = await chain.curve(token);
        const tokensHeld = await chain.balance(token, griefer());
        return (await chain.platformBalance(griefer())) + (tokensHeld * virtualPlatform) / virtualToken;
      };
      const honest = await chain.undone(async () => {
        await graduate();
        return worth();
      });
      await chain.transfer(platformToken, griefer(), pair, platform);
      await chain.transfer(token, griefer(), pair, tokens);
      await onPair(pair, 'mint', griefer(), [griefer()]);
      expect(chain.eventNames(await graduate())).toEqual(['Bought', 'Graduated']);
      await expectSolvent();
      await onPair(pair, 'transfer', griefer(), [pair, await liquidity(pair, griefer())]);
      await onPair(pair, 'burn', griefer(), [griefer()]);
      // Valued at the curve's last price, as without the attack; a millionth is the pair's own rounding.
      expect(await worth()).toBeLessThanOrEqual(honest + honest / 1_000_000n);
    });

    it('and the price is right again where the griefer paid enough for it', async () => {
      await chain.transfer(chain.addresses.platformToken, griefer(), pair, 1_000n * SLIP);
      await chain.transfer(token, griefer(), pair, 1_000_000n * SLIP);
      await onPair(pair, 'mint', griefer(), [griefer()]);
      await graduate();
      expect(Math.abs((await relativePrice(pair)) - 1)).toBeLessThan(0.003);
    });
  });

  it('leaves a pool that trades through the router, with the trader in its Swap event', async () => {
    await graduate();
    const { platformToken } = chain.addresses;
    const trader = chain.trader(3);
    const logs = await chain.swap(trader, token, platformToken, 100n * SLIP);
    const swapLog = logs.find((log) => log.topics[0] === SWAP_TOPIC);
    expect(swapLog?.topics[2]?.slice(26)).toBe(trader.slice(2).toLowerCase());
    const got = await chain.balance(token, trader);
    expect(got).toBeGreaterThan(0n);
    const before = await chain.platformBalance(trader);
    await chain.swap(trader, token, token, got);
    expect((await chain.platformBalance(trader)) - before).toBeLessThan(100n * SLIP);
    const tooMuch = chain.onRouter(trader, [platformToken, token], SLIP, maxUint256);
    expect(await chain.errorOf(tooMuch)).toBe('UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT');
  });
});

import {
  concat,
  encodeAbiParameters,
  getAbiItem,
  keccak256,
  multicall3Abi as viemMulticall3Abi,
  toFunctionSelector,
  toHex,
  type Abi,
  type AbiFunction,
} from 'viem';
import {
  multicall3Abi,
  platformTokenAbi,
  priceFeedAbi,
  universalRewardsDistributorAbi,
} from '@slipway/chain';
import { ACCOUNT, localAccount } from '../../apps/devnet/src/chain/accounts.js';
import { loadArtifact } from '../../apps/devnet/src/contracts/artifact.js';
import { deploy } from '../../apps/devnet/src/chain/deploy.js';
import { LOCAL_ADDRESSES } from '../../apps/devnet/src/chain/local-addresses.js';
import { awaitReceipt } from '../support/await-receipt.js';
import { startAnvil } from '../support/anvil.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';

const SLIP = 10n ** 18n;

describe('deploy', () => {
  it('puts the contracts where LOCAL_ADDRESSES says, in one block, at the time asked for', async () => {
    const anvil = await startAnvil();
    try {
      const deployed = await deploy(anvil.rpcUrl, 1_700_000_000);
      expect(deployed).toEqual({ ...LOCAL_ADDRESSES, deployBlock: 1 });
      for (const address of Object.values(LOCAL_ADDRESSES)) {
        expect(await anvil.client.getCode({ address })).toBeDefined();
      }
      expect((await anvil.client.getBlock({ blockNumber: 1n })).timestamp).toBe(1_700_000_000n);
    } finally {
      await anvil.stop();
    }
  });

  it('finds what is there the second time, with later blocks on top', async () => {
    const anvil = await startAnvil();
    try {
      const first = await deploy(anvil.rpcUrl);
      await anvil.client.mine({ blocks: 3 });
      expect(await deploy(anvil.rpcUrl)).toEqual(first);
      expect(await anvil.client.getBlockNumber()).toBe(4n);
    } finally {
      await anvil.stop();
    }
  });

  it("refuses a chain where account #0's nonces are used", async () => {
    const anvil = await startAnvil();
    try {
      const account = localAccount(ACCOUNT.operator).address;
      const hash = await anvil.client.sendTransaction({ account, chain: null, to: account, value: 1n });
      await awaitReceipt(anvil.client, hash);
      await expect(deploy(anvil.rpcUrl)).rejects.toThrow('account #0');
    } finally {
      await anvil.stop();
    }
  });
});

describe('the other contracts', () => {
  let chain: LaunchpadFixture;
  beforeAll(async () => {
    chain = await LaunchpadFixture.start();
  });
  afterAll(() => chain.stop());

  it('PlatformToken has one supply, which the operator began with, and permits', async () => {
    const { platformToken: address } = chain.addresses;
    const read = (functionName: 'name' | 'symbol' | 'decimals' | 'totalSupply') =>
      chain.client.readContract({ address, abi: platformTokenAbi, functionName });
    expect(await Promise.all([read('name'), read('symbol'), read('decimals')])).toEqual([
      'Slipway',
      'SLIP',
      18,
    ]);
    expect(await read('totalSupply')).toBe(1_000_000_000n * SLIP);
    const owner = localAccount(20);
    const spender = chain.trader(0);
    const message = { owner: owner.address, spender, value: 5n, nonce: 0n, deadline: 2n ** 64n };
    const signature = await owner.signTypedData({
      domain: { name: 'Slipway', version: '1', chainId: 31337, verifyingContract: address },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message,
    });
    const [r, s] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`];
    const v = Number(`0x${signature.slice(130)}`);
    await chain.platform('permit', spender, [owner.address, spender, 5n, message.deadline, v, r, s]);
    const allowance = await chain.client.readContract({
      address,
      abi: platformTokenAbi,
      functionName: 'allowance',
      args: [owner.address, spender],
    });
    expect(allowance).toBe(5n);
  });

  it('PriceFeed behaves as an aggregator does, to its transmitter only', async () => {
    const { priceFeed: address } = chain.addresses;
    const transmitter = localAccount(ACCOUNT.transmitter).address;
    const transmit = (price: bigint, from = transmitter) => ({
      address,
      abi: priceFeedAbi,
      functionName: 'transmit',
      args: [price],
      from,
    });
    const feedAbi: Abi = priceFeedAbi;
    const read = (functionName: string, args: readonly unknown[] = []): Promise<unknown> =>
      chain.client.readContract({ address, abi: feedAbi, functionName, args });
    await chain.client.impersonateAccount({ address: transmitter });
    await chain.client.setBalance({ address: transmitter, value: SLIP });
    const latest = { address, abi: priceFeedAbi, functionName: 'latestRoundData', from: transmitter };
    expect(await chain.errorOf(latest)).toBe('NoDataPresent');
    expect(await chain.errorOf(transmit(1n, chain.operator))).toBe('OnlyTransmitter');
    await chain.write(transmit(25_000_000n));
    await chain.write(transmit(-5n));
    const { timestamp } = await chain.client.getBlock();
    expect(await read('latestRoundData')).toEqual([2n, -5n, timestamp, timestamp, 2n]);
    expect(await read('getRoundData', [1n])).toEqual([
      1n,
      25_000_000n,
      expect.any(BigInt),
      expect.any(BigInt),
      1n,
    ]);
    expect(await read('decimals')).toBe(8);
    await chain.write({
      ...transmit(1n),
      functionName: 'setTransmitter',
      args: [chain.trader(0)],
      from: chain.operator,
    });
    expect(await chain.errorOf(transmit(1n))).toBe('OnlyTransmitter');
    await chain.write(transmit(1n, chain.trader(0)));
  });

  it('Multicall3 is at its usual address with its usual ABI', async () => {
    const { multicall3: address, platformToken } = chain.addresses;
    // viem's own ABI of it says `view`, for reading; the selectors say that all else is equal.
    const selector = (abi: Abi): string =>
      toFunctionSelector(getAbiItem({ abi, name: 'aggregate3' }) as AbiFunction);
    expect(selector(multicall3Abi)).toBe(selector(viemMulticall3Abi));
    const contracts = [chain.operator, chain.trader(0), chain.trader(1)].map(
      (owner) =>
        ({
          address: platformToken,
          abi: platformTokenAbi,
          functionName: 'balanceOf',
          args: [owner],
        }) as const,
    );
    const balances = await chain.client.multicall({
      contracts,
      multicallAddress: address,
      allowFailure: false,
    });
    expect(balances[1]).toBe(await chain.platformBalance(chain.trader(0)));
    const mixed = await chain.client.multicall({
      contracts: [contracts[1]!, { ...contracts[1]!, address: chain.addresses.launchpad }],
      multicallAddress: address,
    });
    expect(mixed.map((result) => result.status)).toEqual(['success', 'failure']);
  });

  describe('UniversalRewardsDistributor', () => {
    const leafOf = (account: `0x${string}`, reward: `0x${string}`, claimable: bigint) => {
      const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }];
      return keccak256(keccak256(encodeAbiParameters(types, [account, reward, claimable])));
    };
    const parentOf = (a: `0x${string}`, b: `0x${string}`) =>
      keccak256(a < b ? concat([a, b]) : concat([b, a]));

    it('pays cumulative amounts once, to the account, from any sender', async () => {
      const { abi, bytecode } = loadArtifact('UniversalRewardsDistributor');
      const hash = await chain.client.deployContract({
        abi,
        bytecode,
        args: [chain.operator],
        account: chain.operator,
        chain: null,
      });
      const { contractAddress } = await awaitReceipt(chain.client, hash);
      const distributor = contractAddress!;
      const reward = chain.addresses.platformToken;
      await chain.transfer(reward, chain.operator, distributor, 100n * SLIP);
      const [account, other] = [localAccount(30).address, localAccount(31).address];
      const call = (functionName: string, from: `0x${string}`, args: readonly unknown[]) => ({
        address: distributor,
        abi: universalRewardsDistributorAbi,
        functionName,
        args,
        from,
      });
      const claim = (claimable: bigint, sibling: `0x${string}`) =>
        call('claim', chain.trader(2), [account, reward, claimable, [sibling]]);
      const sibling = leafOf(other, reward, 7n);

      expect(await chain.errorOf(claim(5n, sibling))).toBe('RootNotSet');
      const setRoot = (root: `0x${string}`, from = chain.operator) =>
        call('setRoot', from, [root, toHex(0, { size: 32 })]);
      const first = parentOf(leafOf(account, reward, 5n), sibling);
      expect(await chain.errorOf(setRoot(first, chain.trader(0)))).toBe('OwnableUnauthorizedAccount');
      await chain.write(setRoot(first));
      expect(await chain.errorOf(claim(6n, sibling))).toBe('InvalidProof');
      await chain.write(claim(5n, sibling));
      expect(await chain.platformBalance(account)).toBe(5n);
      expect(await chain.errorOf(claim(5n, sibling))).toBe('ClaimableTooLow');

      await chain.write(setRoot(parentOf(leafOf(account, reward, 12n), sibling)));
      await chain.write(claim(12n, sibling));
      expect(await chain.platformBalance(account)).toBe(12n);
    });
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  concat,
  createWalletClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  http,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  size,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
  type WalletClient,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { MULTICALL3_ADDRESS, multicall3Abi } from '@slipway/chain';
import { toAddress, type Address as Eip55 } from '@slipway/domain';
import { localChain } from '../../apps/devnet/src/chain/viem-chain.js';
import { awaitReceipt } from './await-receipt.js';
import type { LaunchpadFixture } from './launchpad-fixture.js';
import { testContract } from './test-contract.js';

export const ACCOUNT_KINDS = ['plain', 'contract', 'delegated', 'undeployed'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** A wallet as a page has it, and how often it asked its owner. */
export interface PromptingWallet {
  readonly address: Eip55;
  readonly wallet: WalletClient;
  readonly prompts: string[];
}

interface SentCalls {
  readonly version: string;
  readonly from: Address;
  readonly chainId: Hex;
  readonly atomicRequired: boolean;
  readonly calls: readonly { readonly to: Address; readonly data: Hex; readonly value: Hex }[];
}

/** Sends calls in one transaction of an account; its hash. */
type SendBatch = (calls: SentCalls['calls']) => Promise<Hex>;

interface Account {
  readonly address: Address;
  /** Null for one that sends transactions only. */
  readonly sendBatch: SendBatch | null;
}

const ETHER = 10n ** 18n;
const GAS = 6_000_000n;

/** Accounts of a chain whose owner holds one key: each is a provider (EIP-1193) that takes calls together (EIP-5792) if it can. */
export class SmartWallets {
  private safe: { singleton: Address; factory: Address; multiSend: Address } | null = null;

  constructor(private readonly fixture: LaunchpadFixture) {}

  async open(kind: AccountKind): Promise<PromptingWallet> {
    const owner = privateKeyToAccount(generatePrivateKey());
    await this.fixture.client.setBalance({ address: owner.address, value: ETHER });
    const account = await this.accountOf(kind, owner);
    const prompts: string[] = [];
    const provider = { request: this.answer(account, owner, prompts) };
    const wallet = createWalletClient({
      account: account.address,
      chain: localChain,
      transport: custom(provider),
    });
    return { address: toAddress(account.address), wallet, prompts };
  }

  private async accountOf(kind: AccountKind, owner: PrivateKeyAccount): Promise<Account> {
    if (kind === 'plain') return { address: owner.address, sendBatch: null };
    if (kind === 'delegated') return this.delegate(owner);
    const { address, deploy } = await this.predictSafe(owner);
    if (kind === 'contract') await this.send(owner, deploy.to, deploy.data);
    return {
      address,
      sendBatch: async (calls) => {
        const data = await this.signSafe(owner, address, calls);
        if (await this.isDeployed(address)) return this.send(owner, address, data);
        // As a bundler does (ERC-4337): the account comes to be with its first transaction.
        const all = [deploy, { to: address, data }].map((call) => ({
          ...{ target: call.to, allowFailure: false, callData: call.data },
        }));
        const args = [all] as const;
        const both = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args });
        return this.send(owner, MULTICALL3_ADDRESS, both);
      },
    };
  }

  /** EIP-7702: the owner's own account has code, by ERC-7821. */
  private async delegate(owner: PrivateKeyAccount): Promise<Account> {
    const { abi: ofAccount, bytecode } = testContract('BatchAccount');
    const code = await this.deploy(ofAccount, bytecode);
    const wallet = this.walletOf(owner);
    const authorization = await wallet.signAuthorization({ contractAddress: code, executor: 'self' });
    const hash = await wallet.sendTransaction({ to: zeroAddress, authorizationList: [authorization] });
    await awaitReceipt(this.fixture.client, hash);
    const abi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable']);
    // A batch where one call that fails reverts all.
    const mode: Hex = `0x01${'00'.repeat(31)}`;
    return {
      address: owner.address,
      sendBatch: (calls) => {
        const executions = calls.map(({ to, value, data }) => ({
          target: to,
          value: BigInt(value),
          callData: data,
        }));
        const types = parseAbiParameters('(address target, uint256 value, bytes callData)[]');
        const args = [mode, encodeAbiParameters(types, [executions])] as const;
        return this.send(owner, owner.address, encodeFunctionData({ abi, functionName: 'execute', args }));
      },
    };
  }

  private async predictSafe(
    owner: PrivateKeyAccount,
  ): Promise<{ address: Address; deploy: { to: Address; data: Hex } }> {
    const { singleton, factory } = await this.deploySafe();
    const setUp = encodeFunctionData({
      abi: parseAbi([
        'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
      ]),
      args: [[owner.address], 1n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress],
    });
    const create = {
      abi: parseAbi([
        'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
      ]),
      functionName: 'createProxyWithNonce',
      args: [singleton, setUp, 7n],
    } as const;
    const { result } = await this.fixture.client.simulateContract({ address: factory, ...create });
    return { address: result, deploy: { to: factory, data: encodeFunctionData(create) } };
  }

  private async signSafe(owner: PrivateKeyAccount, safe: Address, calls: SentCalls['calls']): Promise<Hex> {
    const { multiSend } = await this.deploySafe();
    const packed = calls.map(({ to, value, data }) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, BigInt(value), BigInt(size(data)), data],
      ),
    );
    const data = encodeFunctionData({
      abi: parseAbi(['function multiSend(bytes transactions) payable']),
      args: [concat(packed)],
    });
    const nonceAbi = parseAbi(['function nonce() view returns (uint256)']);
    const nonce = (await this.isDeployed(safe))
      ? await this.fixture.client.readContract({ address: safe, abi: nonceAbi, functionName: 'nonce' })
      : 0n;
    const message = {
      ...{ to: multiSend, value: 0n, data, operation: 1, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
      ...{ gasToken: zeroAddress, refundReceiver: zeroAddress, nonce },
    };
    const signature = await owner.signTypedData({
      domain: { chainId: localChain.id, verifyingContract: safe },
      types: {
        SafeTx: parseAbiParameters(
          'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
        ).map(({ name, type }) => ({ name, type })),
      },
      primaryType: 'SafeTx',
      message,
    });
    return encodeFunctionData({
      abi: parseAbi([
        'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
      ]),
      args: [multiSend, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, signature],
    });
  }

  private async deploySafe(): Promise<{ singleton: Address; factory: Address; multiSend: Address }> {
    this.safe ??= {
      singleton: await this.deployArtifact('Safe.sol/Safe.json'),
      factory: await this.deployArtifact('proxies/SafeProxyFactory.sol/SafeProxyFactory.json'),
      multiSend: await this.deployArtifact('libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json'),
    };
    return this.safe;
  }

  private async deployArtifact(file: string): Promise<Address> {
    const at = createRequire(import.meta.url).resolve(
      `@safe-global/safe-smart-account/build/artifacts/contracts/${file}`,
    );
    const { abi, bytecode } = JSON.parse(readFileSync(at, 'utf8')) as { abi: Abi; bytecode: Hex };
    return this.deploy(abi, bytecode);
  }

  private async deploy(abi: Abi, bytecode: Hex): Promise<Address> {
    const { client, operator } = this.fixture;
    const hash = await client.deployContract({ abi, bytecode, account: operator, chain: null });
    return toAddress((await awaitReceipt(client, hash)).contractAddress ?? '');
  }

  private async isDeployed(address: Address): Promise<boolean> {
    return (await this.fixture.client.getCode({ address })) !== undefined;
  }

  private walletOf(
    owner: PrivateKeyAccount,
  ): ReturnType<typeof createWalletClient<ReturnType<typeof http>, typeof localChain, PrivateKeyAccount>> {
    return createWalletClient({
      account: owner,
      chain: localChain,
      transport: http(this.fixture.anvil.rpcUrl),
    });
  }

  private send(owner: PrivateKeyAccount, to: Address, data: Hex): Promise<Hex> {
    return this.walletOf(owner).sendTransaction({ to, data, gas: GAS });
  }

  /** What the wallet answers a page. */
  private answer(
    { address, sendBatch }: Account,
    owner: PrivateKeyAccount,
    prompts: string[],
  ): (request: { method: string; params?: unknown }) => Promise<unknown> {
    const batches = new Map<string, Hex>();
    const unknown = (code: number): Error => Object.assign(new Error('refused'), { code });
    return async ({ method, params = [] }) => {
      const [first, second] = params as readonly unknown[];
      if (!method.startsWith('wallet_')) {
        if (method !== 'eth_sendTransaction') return this.fixture.client.request({ method, params } as never);
        prompts.push(method);
        const { to, data } = first as { to: Address; data: Hex };
        return this.send(owner, to, data);
      }
      if (sendBatch === null) throw unknown(-32_601);
      if (method === 'wallet_getCapabilities') {
        expect([first, second]).toEqual([address, ['0x7a69']]);
        return { '0x7a69': { atomic: { status: 'supported' } } };
      }
      if (method === 'wallet_sendCalls') {
        prompts.push(method);
        const { version, from, chainId, calls } = first as SentCalls;
        expect([version, from, chainId]).toEqual(['2.0.0', address, '0x7a69']);
        for (const { value } of calls) expect(value).toBe('0x0');
        const id = `0x${batches.size.toString(16)}`;
        batches.set(id, await sendBatch(calls));
        return { id };
      }
      const hash = batches.get(first as string);
      if (method !== 'wallet_getCallsStatus' || hash === undefined) throw unknown(5_730);
      const receipt = await this.fixture.client.getTransactionReceipt({ hash }).catch(() => null);
      const about = { version: '2.0.0', id: first, chainId: '0x7a69', atomic: true };
      if (receipt === null) return { ...about, status: 100 };
      const { status, blockNumber, logs } = receipt;
      const isDone = status === 'success';
      const told = { transactionHash: hash, blockNumber: numberToHex(blockNumber), logs };
      return {
        ...about,
        status: isDone ? 200 : 500,
        receipts: [{ ...told, status: isDone ? '0x1' : '0x0' }],
      };
    };
  }
}

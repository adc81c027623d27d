import { createRequire } from 'node:module';
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  hashMessage,
  numberToHex,
  pad,
  serializeErc6492Signature,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
  type PrivateKeyAccount,
} from 'viem';
import { toAddress, type Address as Eip55 } from '@slipway/domain';
import type { AnvilClient } from './anvil.js';
import { awaitReceipt } from './await-receipt.js';

interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

const require = createRequire(import.meta.url);
const artifact = (path: string): Artifact =>
  require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`) as Artifact;

const SAFE = artifact('Safe.sol/Safe');
const FACTORY = artifact('proxies/SafeProxyFactory.sol/SafeProxyFactory');
const HANDLER = artifact('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler');
const SIGN_MESSAGE = artifact('libraries/SignMessageLib.sol/SignMessageLib');

/** Safe's own contracts on a chain, and the Safes that their factory makes for one owner. */
export class TestSafes {
  private constructor(
    private readonly client: AnvilClient,
    private readonly owner: PrivateKeyAccount,
    private readonly contracts: Readonly<Record<'safe' | 'factory' | 'handler' | 'signMessage', Address>>,
  ) {}

  static async deploy(client: AnvilClient, owner: PrivateKeyAccount): Promise<TestSafes> {
    await client.setBalance({ address: owner.address, value: 10n ** 18n });
    return new TestSafes(client, owner, {
      safe: await deployContract(client, SAFE),
      factory: await deployContract(client, FACTORY),
      handler: await deployContract(client, HANDLER),
      signMessage: await deployContract(client, SIGN_MESSAGE),
    });
  }

  /** Where the factory puts the owner's Safe of a number. */
  async addressOf(number: bigint): Promise<Eip55> {
    const { data } = await this.client.call({ to: this.contracts.factory, data: this.creation(number) });
    return toAddress(`0x${data?.slice(-40) ?? ''}`);
  }

  async create(number: bigint): Promise<Eip55> {
    // The call fails once the Safe is there.
    const safe = await this.addressOf(number);
    await this.send(this.contracts.factory, this.creation(number));
    return safe;
  }

  /** The owner's signature of a message in a Safe's name, as Safe's apps make it. */
  sign(safe: Address, message: string): Promise<Hex> {
    return this.owner.signTypedData({
      domain: { chainId: this.client.chain.id, verifyingContract: safe },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: encodeAbiParameters([{ type: 'bytes32' }], [hashMessage(message)]) },
    });
  }

  /** The same for a Safe that may not be deployed yet (EIP-6492). */
  async signWrapped(number: bigint, safe: Address, message: string): Promise<Hex> {
    return serializeErc6492Signature({
      address: this.contracts.factory,
      data: this.creation(number),
      signature: await this.sign(safe, message),
    });
  }

  /** Approves a message on chain: its signature is the empty one from then on. */
  async approve(safe: Address, message: string): Promise<void> {
    const inner = encodeAbiParameters([{ type: 'bytes32' }], [hashMessage(message)]);
    const data = encodeFunctionData({ abi: SIGN_MESSAGE.abi, functionName: 'signMessage', args: [inner] });
    const byOwner = concat([pad(this.owner.address), numberToHex(0, { size: 32 }), '0x01']);
    const call = [this.contracts.signMessage, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, byOwner];
    await this.send(safe, encodeFunctionData({ abi: SAFE.abi, functionName: 'execTransaction', args: call }));
  }

  private creation(number: bigint): Hex {
    const { safe, handler } = this.contracts;
    const setup = [[this.owner.address], 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress];
    const initializer = encodeFunctionData({ abi: SAFE.abi, functionName: 'setup', args: setup });
    return encodeFunctionData({
      abi: FACTORY.abi,
      functionName: 'createProxyWithNonce',
      args: [safe, initializer, number],
    });
  }

  private async send(to: Address, data: Hex): Promise<void> {
    const { client, owner } = this;
    const hash = await client.sendTransaction({ account: owner, to, data, chain: client.chain });
    const { status } = await awaitReceipt(client, hash);
    if (status !== 'success') throw new Error('a transaction of a Safe failed');
  }
}

async function deployContract(client: AnvilClient, { abi, bytecode }: Artifact): Promise<Address> {
  const [account = null] = await client.getAddresses();
  const hash = await client.deployContract({ abi, bytecode, args: [], account, chain: null });
  return toAddress((await awaitReceipt(client, hash)).contractAddress ?? '');
}

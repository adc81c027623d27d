import { setTimeout as sleep } from 'node:timers/promises';
import { getContractAddress, keccak256, parseTransaction, type Address, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { NodeError } from '@slipway/chain';
import type { Creation } from '../chain/creations.js';
import type { JsonRpc } from '../chain/json-rpc.js';
import { DeployError } from './deploy-error.js';
import type { DeployRecord, SentTransaction } from './deploy-record.js';
import { isCodeOf } from './verify-code.js';

/** Wei for a unit of gas: what it costs now, and at most. A chain without base fees has one price. */
export interface Fees {
  readonly now: bigint;
  readonly most: bigint;
  /** Null on a chain without base fees. */
  readonly tip: bigint | null;
}

/** One transaction of a deployment. */
export interface DeployStep {
  readonly name: string;
  /** Null for a call. */
  readonly creation: Creation | null;
  readonly to: Address | null;
  readonly data: Hex;
}

/** Whether a step is done and verified, in which block; `sent` when it waits for a block; `missing` when it is to be sent. */
export type StepState =
  { readonly is: 'done'; readonly block: number } | { readonly is: 'sent' } | { readonly is: 'missing' };

interface Receipt {
  readonly status: Hex;
  readonly blockNumber: Hex;
}

const POLL_MS = 300;
const MAX_WAIT_MS = 300_000;

/** Tries of a read; nodes are away for moments. */
const ATTEMPTS = 5;

/** Polls of a receipt before a nonce that is used counts as used by another transaction: nodes behind one address differ. */
const RECEIPT_POLLS = 10;

/** A node takes a replacement for no less more, in percent. */
const REPLACEMENT_PERCENT = 113n;

/** What an estimate may fall short by, in percent of it. */
const GAS_PERCENT = 120n;

/** Sends a deployment's transactions, each once, whenever it was killed: the record has each before the chain. */
export class Deployer {
  constructor(
    private readonly rpc: JsonRpc,
    readonly account: PrivateKeyAccount,
    private readonly chainId: number,
    private readonly record: DeployRecord,
  ) {}

  /** What became of a step so far. @throws DeployError when another contract is at its address */
  async stateOf({ name, creation, data }: DeployStep): Promise<StepState> {
    const sent = this.record.find(name);
    if (sent === null) return { is: 'missing' };
    if (sent.signed.some((one) => parseTransaction(one).data !== data))
      throw new DeployError(
        `${name}: ${this.record.file} has it from other code or other addresses; name another file by --record to deploy anew`,
      );
    for (let poll = 1; ; poll += 1) {
      const receipt = await this.receiptOf(sent);
      if (receipt !== null && receipt.status !== '0x1') {
        await this.record.forget(name);
        return { is: 'missing' };
      }
      if (receipt !== null) {
        await this.verify(name, creation, sent);
        return { is: 'done', block: Number(receipt.blockNumber) };
      }
      if ((await this.transactionCount('latest')) <= sent.nonce) return { is: 'sent' };
      if (poll === RECEIPT_POLLS) {
        await this.record.forget(name);
        return { is: 'missing' };
      }
      await sleep(POLL_MS);
    }
  }

  /** Of what was sent; a call has the address that its nonce would give. */
  addressOf(name: string): Address {
    return this.addressAt(this.record.find(name)?.nonce ?? 0);
  }

  /** The first nonce that nothing sent, or recorded, has. */
  async nextNonce(names: readonly string[]): Promise<number> {
    const recorded = names.map((name) => (this.record.find(name)?.nonce ?? -1) + 1);
    return Math.max(await this.transactionCount('pending'), ...recorded);
  }

  addressAt(nonce: number): Address {
    return getContractAddress({ from: this.account.address, nonce: BigInt(nonce) });
  }

  /** Gas that a step may use. @throws DeployError with the node's reason when it fails */
  async gasOf({ name, to, data }: DeployStep): Promise<bigint> {
    const transaction = { from: this.account.address, ...(to !== null && { to }), data };
    try {
      return (BigInt(await this.read<Hex>('eth_estimateGas', transaction)) * GAS_PERCENT) / 100n;
    } catch (error) {
      if (error instanceof NodeError) throw new DeployError(`${name}: ${error.message}`);
      throw error;
    }
  }

  async fees(): Promise<Fees> {
    const { baseFeePerGas } = await this.read<{ baseFeePerGas?: Hex }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    );
    if (baseFeePerGas === undefined) {
      const price = BigInt(await this.read<Hex>('eth_gasPrice'));
      return { now: price, most: price, tip: null };
    }
    const base = BigInt(baseFeePerGas);
    const tip = BigInt(await this.read<Hex>('eth_maxPriorityFeePerGas'));
    return { now: base + tip, most: 2n * base + tip, tip };
  }

  async balance(): Promise<bigint> {
    return BigInt(await this.read<Hex>('eth_getBalance', this.account.address, 'latest'));
  }

  /** Signs a step, records it, and sends it. */
  async send(step: DeployStep, nonce: number, gas: bigint): Promise<void> {
    const signed = await this.sign(step, nonce, gas, await this.fees());
    await this.record.note(step.name, { nonce, signed: [signed] });
    await this.broadcast(step.name, signed);
  }

  /** Sends again what was recorded: as it is, or for more where fees have risen. Only one of them can come into a block. */
  async sendAgain(step: DeployStep): Promise<void> {
    const sent = this.record.find(step.name);
    const last = sent?.signed.at(-1);
    if (sent === null || last === undefined) throw new Error(`${step.name} was not sent`);
    const { gas = 0n, gasPrice, maxFeePerGas } = parseTransaction(last);
    const offered = maxFeePerGas ?? gasPrice ?? 0n;
    const fees = await this.fees();
    if (fees.now <= offered) {
      await this.broadcast(step.name, last);
      return;
    }
    const least = (offered * REPLACEMENT_PERCENT) / 100n;
    const most = fees.most > least ? fees.most : least;
    const signed = await this.sign(step, sent.nonce, gas, { ...fees, most });
    await this.record.note(step.name, { ...sent, signed: [...sent.signed, signed] });
    await this.broadcast(step.name, signed);
  }

  /** Waits until a step is in a block. @returns the block's number */
  async settle(step: DeployStep): Promise<number> {
    const began = Date.now();
    for (;;) {
      const state = await this.stateOf(step);
      if (state.is === 'done') return state.block;
      if (state.is === 'missing')
        throw new DeployError(
          `${step.name}: its transaction failed, or another one has its nonce; run this again`,
        );
      if (Date.now() - began > MAX_WAIT_MS)
        throw new DeployError(
          `${step.name}: in no block after ${MAX_WAIT_MS / 1_000} s; run this again to go on`,
        );
      await sleep(POLL_MS);
    }
  }

  private async verify(name: string, creation: Creation | null, { nonce }: SentTransaction): Promise<void> {
    if (creation === null) return;
    const address = this.addressAt(nonce);
    const code = await this.read<Hex>('eth_getCode', address, 'latest');
    if (!isCodeOf(creation.artifact, code))
      throw new DeployError(
        `${name}: the code at ${address} is not what was deployed there; the record is of another build, or the node is wrong`,
      );
  }

  private async receiptOf({ signed }: SentTransaction): Promise<Receipt | null> {
    for (const one of signed) {
      const receipt = await this.read<Receipt | null>('eth_getTransactionReceipt', keccak256(one));
      if (receipt !== null) return receipt;
    }
    return null;
  }

  private async transactionCount(tag: 'latest' | 'pending'): Promise<number> {
    return Number(await this.read<Hex>('eth_getTransactionCount', this.account.address, tag));
  }

  private sign({ to, data }: DeployStep, nonce: number, gas: bigint, { most, tip }: Fees): Promise<Hex> {
    const common = { chainId: this.chainId, nonce, gas, data, ...(to !== null && { to }) };
    return tip === null
      ? this.account.signTransaction({ ...common, type: 'legacy', gasPrice: most })
      : this.account.signTransaction({
          ...common,
          type: 'eip1559',
          maxFeePerGas: most,
          maxPriorityFeePerGas: tip,
        });
  }

  /** A node that has it already refuses it: that is no failure. */
  private async broadcast(name: string, signed: Hex): Promise<void> {
    try {
      await this.rpc.call('eth_sendRawTransaction', signed);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      if ((await this.read('eth_getTransactionByHash', keccak256(signed))) !== null) return;
      throw new DeployError(`${name}: ${error.message}`);
    }
  }

  private async read<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.rpc.call<T>(method, ...params);
      } catch (error) {
        if (!(error instanceof NodeError) || error.remedy !== 'later' || attempt === ATTEMPTS) throw error;
        await sleep(POLL_MS * attempt);
      }
    }
  }
}

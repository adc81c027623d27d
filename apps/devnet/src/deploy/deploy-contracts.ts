import { encodeFunctionData, formatEther, formatGwei, type Address } from 'viem';
import { priceFeedAbi } from '@slipway/chain';
import { CONTRACTS, creationOf, distributorCreation } from '../chain/creations.js';
import { DeployError } from './deploy-error.js';
import type { Deployer, DeployStep } from './deployer.js';

/** What is to be on the chain in the end. */
export interface Wanted {
  /** Whether the contracts are, and not distributors alone. */
  readonly contracts: boolean;
  readonly distributors: number;
  /** USD for a platform token that the feed says first, with 8 decimals; null leaves it without an answer. */
  readonly price: bigint | null;
}

/** What is said on the way, and the question before money is spent. */
export interface Conversation {
  readonly say: (line: string) => void;
  readonly agree: (question: string) => Promise<boolean>;
}

interface Missing {
  readonly step: DeployStep;
  readonly nonce: number;
  readonly gas: bigint;
}

/**
 * Deploys what is not there yet: says what it costs, asks, sends one transaction after the other, and verifies each contract's
 * code. Killed anywhere, the next run goes on with the same record.
 *
 * @returns the settings of what is there, a line each
 * @throws DeployError when money is missing, the answer is no, or a transaction came to nothing
 */
export async function deployContracts(
  deployer: Deployer,
  chainId: number,
  wanted: Wanted,
  conversation: Conversation,
): Promise<string[]> {
  const { say } = conversation;
  const addresses = new Map<string, Address>();
  const sent: DeployStep[] = [];
  const missing: Omit<Missing, 'gas'>[] = [];
  const blocks: number[] = [];
  const names = namesOf(wanted);
  let nonce = await deployer.nextNonce(names);
  for (const name of names) {
    const step = toStep(name, wanted, deployer.account.address, addresses);
    const state = await deployer.stateOf(step);
    if (state.is === 'missing') {
      addresses.set(name, deployer.addressAt(nonce));
      missing.push({ step, nonce });
      nonce += 1;
      continue;
    }
    addresses.set(name, deployer.addressOf(name));
    if (state.is === 'sent') sent.push(step);
    else blocks.push(state.block);
    say(
      `${name}: ${state.is === 'sent' ? 'was sent before' : `is at ${deployer.addressOf(name)}, verified`}`,
    );
  }
  const work = await withGas(deployer, missing);
  await agreeOnCost(deployer, work, conversation);
  const settle = async (step: DeployStep): Promise<void> => {
    const block = await deployer.settle(step);
    blocks.push(block);
    say(
      `${step.name}: in block ${block}${step.creation === null ? '' : `, at ${deployer.addressOf(step.name)}, verified`}`,
    );
  };
  for (const step of sent) {
    await deployer.sendAgain(step);
    await settle(step);
  }
  for (const one of work) {
    await deployer.send(one.step, one.nonce, one.gas);
    await settle(one.step);
  }
  return toSettings(chainId, wanted, Math.min(...blocks), addresses);
}

/** In the order in which they are sent: each finds those before it. */
function namesOf({ contracts, distributors, price }: Wanted): string[] {
  return [
    ...(contracts ? CONTRACTS : []),
    ...(contracts && price !== null ? [`price of ${price}`] : []),
    ...Array.from({ length: distributors }, (_, i) => `distributor ${i + 1}`),
  ];
}

function toStep(
  name: string,
  { price }: Wanted,
  deployer: Address,
  addresses: ReadonlyMap<string, Address>,
): DeployStep {
  const addressOf = (other: string): Address => {
    const address = addresses.get(other);
    if (address === undefined) throw new Error(`${other} comes after ${name}`);
    return address;
  };
  const contract = CONTRACTS.find((one) => one === name);
  if (contract === undefined && name.startsWith('price') && price !== null) {
    const data = encodeFunctionData({ abi: priceFeedAbi, functionName: 'transmit', args: [price] });
    return { name, creation: null, to: addressOf('priceFeed'), data };
  }
  const creation =
    contract === undefined
      ? distributorCreation(deployer)
      : creationOf(contract, { operator: deployer, transmitter: deployer }, addressOf);
  return { name, creation, to: null, data: creation.data };
}

/** A call of a contract that is not there yet cannot be estimated; `transmit` writes two words. */
const GAS_OF_CALL = 150_000n;

async function withGas(deployer: Deployer, missing: readonly Omit<Missing, 'gas'>[]): Promise<Missing[]> {
  const work: Missing[] = [];
  for (const one of missing)
    work.push({ ...one, gas: one.step.creation === null ? GAS_OF_CALL : await deployer.gasOf(one.step) });
  return work;
}

async function agreeOnCost(
  deployer: Deployer,
  work: readonly Missing[],
  { say, agree }: Conversation,
): Promise<void> {
  if (work.length === 0) return;
  for (const { step, gas } of work) say(`${step.name}: at most ${gas} gas`);
  const fees = await deployer.fees();
  const balance = await deployer.balance();
  const gas = work.reduce((sum, one) => sum + one.gas, 0n);
  const most = gas * fees.most;
  say(
    `${gas} gas at ${formatGwei(fees.now)} to ${formatGwei(fees.most)} gwei: ${formatEther(gas * fees.now)} to ${formatEther(most)}, ` +
      `besides what a rollup takes for its data; ${deployer.account.address} has ${formatEther(balance)}`,
  );
  if (balance < most)
    throw new DeployError(
      `${deployer.account.address} lacks ${formatEther(most - balance)}: nothing was sent`,
    );
  if (!(await agree(`Send ${work.length} transactions?`))) throw new DeployError('nothing was sent');
}

function toSettings(
  chainId: number,
  { contracts, distributors }: Wanted,
  firstBlock: number,
  addresses: ReadonlyMap<string, Address>,
): string[] {
  const of = (name: string): string => addresses.get(name) ?? '';
  return [
    `CHAIN_ID=${chainId}`,
    ...(contracts
      ? [
          `START_BLOCK=${firstBlock}`,
          `LAUNCHPAD_ADDRESS=${of('launchpad')}`,
          `PLATFORM_TOKEN_ADDRESS=${of('platformToken')}`,
          `PRICE_FEED_ADDRESS=${of('priceFeed')}`,
          `ROUTER_ADDRESS=${of('router')}`,
        ]
      : []),
    ...Array.from(
      { length: distributors },
      (_, i) => `# distributor ${i + 1}: ${of(`distributor ${i + 1}`)}`,
    ),
  ];
}

import { numberToHex, type AbiFunction, type AbiParameter } from 'viem';
import type { Address } from '@slipway/domain';
import type { ContractKind } from '../call-kinds.js';
import type { ToldFunction } from './decode-call.js';
import { pathsIn } from './tell-call.js';
import type { Path, Telling, TokenRef } from '@slipway/protocols';

/** The contract that a descriptor is of. */
export interface DescribedContract {
  readonly kind: ContractKind;
  readonly chainId: number;
  readonly address: Address;
  readonly platformToken: Address;
  /** The app's token, of a pool. */
  readonly poolToken: Address | null;
  /** From how many wei on an approval is of all there is. */
  readonly supply: bigint;
}

interface Field {
  readonly path: Path;
  readonly label: string;
  readonly format: 'addressName' | 'amount' | 'calldata' | 'date' | 'raw' | 'tokenAmount';
  readonly params?: Readonly<Record<string, string>>;
  readonly visible?: 'never';
}

interface Format {
  readonly intent: string;
  readonly interpolatedIntent: string;
  readonly fields: readonly Field[];
}

interface Descriptor {
  readonly $schema: string;
  readonly context: object;
  readonly metadata: object;
  /** By signature. */
  readonly display: { readonly formats: Readonly<Record<string, Format>> };
}

/** How wallets show calls of a contract (ERC-7730, version 2), from the table that explanations are made of. */
export function toDescriptor(functions: readonly ToldFunction[], contract: DescribedContract): Descriptor {
  const { kind, chainId, address } = contract;
  const formats = functions.flatMap(({ entry, telling }) =>
    telling === null ? [] : [[toSignature(entry), toFormat(entry, telling, contract)] as const],
  );
  return {
    $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json',
    context: { contract: { deployments: [{ chainId, address }] } },
    metadata: { owner: 'Slipway', contractName: kind },
    display: { formats: Object.fromEntries(formats) },
  };
}

function toFormat(entry: AbiFunction, telling: Telling, contract: DescribedContract): Format {
  const interpolatedIntent = telling.sentence.replace(/\[([^\]{}]*\{[^}]*\})\]/, '$1');
  const { recipient, spender, deadline } = telling;
  const calls = entry.inputs.find(({ type }) => type === 'tuple[]');
  const shown = new Set(
    [...pathsIn(interpolatedIntent), recipient, spender, deadline].filter((path) => path !== undefined),
  );
  const fields = [...shown].map((path) => toField(path, entry, telling, contract));
  if (calls !== undefined) fields.push(...toCallFields(calls));
  const said = new Set([...fields.map(({ path }) => path.split('.')[0])]);
  const rest = entry.inputs.filter(({ name }) => !said.has(name));
  return {
    intent: telling.intent,
    interpolatedIntent,
    fields: [
      ...fields,
      ...rest.map(({ name = '' }): Field => ({
        path: name,
        label: toLabel(name),
        format: 'raw',
        visible: 'never',
      })),
    ],
  };
}

/** The calls of a multicall, each by the descriptor of its own contract, with the ether that it is given. */
function toCallFields({ name = '', ...input }: AbiParameter): Field[] {
  const parts = 'components' in input ? input.components.map((part) => part.name) : [];
  const amount = parts.includes('value') ? { amountPath: `${name}.[].value` } : {};
  const params = { calleePath: `${name}.[].target`, ...amount };
  return [{ path: `${name}.[].callData`, label: 'Call', format: 'calldata', params }];
}

function toField(path: Path, entry: AbiFunction, telling: Telling, contract: DescribedContract): Field {
  const base = { path, label: path === telling.recipient ? 'Recipient' : toLabel(path) };
  const amount = telling.amounts?.[path];
  if (amount !== undefined)
    return { ...base, ...toAmountFormat(amount[1], amount[0] === 'allows', contract) };
  if (path === telling.deadline) return { ...base, format: 'date', params: { encoding: 'timestamp' } };
  const isAddress = path === '@.to' || entry.inputs.find(({ name }) => name === path)?.type === 'address';
  return { ...base, format: isAddress ? 'addressName' : 'raw' };
}

function toAmountFormat(
  ref: TokenRef,
  allows: boolean,
  contract: DescribedContract,
): Pick<Field, 'format' | 'params'> {
  if (ref === 'ether') return { format: 'amount' };
  if (ref === 'shares') return { format: 'raw' };
  const all = { threshold: numberToHex(contract.supply), message: 'All, without limit,' };
  return { format: 'tokenAmount', params: { ...tokenParams(ref, contract), ...(allows && all) } };
}

function tokenParams(
  ref: TokenRef,
  { platformToken, poolToken, address }: DescribedContract,
): Record<string, string> {
  if (ref === 'platform') return { token: platformToken };
  if (ref !== 'token0' && ref !== 'token1') return { tokenPath: ref };
  const tokens = [platformToken, poolToken ?? address].sort((one, other) =>
    BigInt(one) < BigInt(other) ? -1 : 1,
  );
  return { token: tokens[ref === 'token0' ? 0 : 1] ?? address };
}

/** `amountOutMin` as `Amount out min`. */
function toLabel(path: Path): string {
  if (path === '@.value') return 'Ether';
  if (path === '@.to') return 'Contract';
  const words = path
    .replace(/^_|_$/g, '')
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A function with the names of its arguments, as ERC-7730 keys it: no space follows a comma. */
function toSignature({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map(toParameter).join(',')})`;
}

function toParameter(input: AbiParameter): string {
  const isTuple = input.type.startsWith('tuple') && 'components' in input;
  const type = isTuple
    ? `(${input.components.map(toParameter).join(',')})${input.type.slice('tuple'.length)}`
    : input.type;
  return `${type} ${input.name ?? ''}`;
}

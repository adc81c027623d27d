import {
  encodeFunctionData,
  parseAbiItem,
  toFunctionSelector,
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem';
import * as common from '@slipway/chain';
import { type Telling } from '@slipway/protocols';
import * as ofRamp from '@slipway/protocols/ramp';
import * as ofSlipway from '@slipway/protocols/slipway';
import { toAddress, type Address } from '@slipway/domain';
import type { ContractKind } from '../call-kinds.js';
import { CallDecoder } from './decode-call.js';
import { knownContracts } from './known-contracts.js';
import { pathsIn, tellCall, type ToldCall } from './tell-call.js';
import { PERMIT2_STRUCTS, STANDARD_TELLINGS } from './standard-tellings.js';

const address = (n: number): Address => toAddress(`0x${n.toString(16).padStart(40, '0')}`);
const TO = address(1);
const PLATFORM = address(2);

/** A value of each type, none of them nothing. */
function sample({ type, ...rest }: AbiParameter): unknown {
  if (type.endsWith('[]')) return [1, 2].map(() => sample({ ...rest, type: type.slice(0, -2) }));
  if (type === 'tuple') {
    const { components } = rest as { components: readonly AbiParameter[] };
    return Object.fromEntries(components.map((one) => [one.name, sample(one)]));
  }
  if (type === 'address') return address(7);
  if (type === 'bool') return true;
  if (type === 'string') return 'text';
  if (type === 'bytes') return '0x';
  const [, size] = /^bytes(\d+)$/.exec(type) ?? [];
  if (size !== undefined) return `0x${'01'.repeat(Number(size))}`;
  return Number(type.replace(/\D/g, '')) <= 48 ? 1 : 1n;
}

const encode = (entry: AbiFunction): Hex =>
  encodeFunctionData({ abi: [entry], args: entry.inputs.map(sample) });

const decoder = new CallDecoder(ofSlipway.slipway);

const tell = (kind: ContractKind | null, data: Hex, by = decoder): ToldCall | null => {
  const decoded = by.decode(kind, data);
  return decoded && tellCall(decoded, { to: TO, value: 1n, platformToken: PLATFORM, poolToken: address(3) });
};

const sentOf = (abi: Abi): AbiFunction[] =>
  abi
    .filter((entry) => entry.type === 'function')
    .filter((entry) => !/^(view|pure)$/.test(entry.stateMutability));

/** The factory is called by nobody's wallet: its functions move nothing of a user's. */
const MOVE_NOTHING = { uniswapV2FactoryAbi: ['createPair', 'setFeeTo', 'setFeeToSetter'] } as const;

/** What a set-up that succeeds once, before anybody uses the contract, need not name. */
const SET_UP: Readonly<Record<string, readonly string[]>> = {
  'slipway pool': ['_token0', '_token1'],
  'slipway app_token': ['supply'],
  'ramp launchpad': ['platformToken_', 'tokenBeacon_', 'poolFactory_', 'creationPrice_'],
};

describe.each([
  ['slipway', ofSlipway.slipway, ofSlipway, MOVE_NOTHING],
  ['ramp', ofRamp.ramp, ofRamp, {}],
] as const)('every function of every ABI of %s', (protocol, of, exported, moveNothing) => {
  const contracts = knownContracts(of);
  const own = new CallDecoder(of);
  const functions = [...contracts].flatMap(([kind, { abi }]) =>
    sentOf(abi).map((entry) => [kind, entry.name, entry] as const),
  );

  it('is of a contract whose calls are told, or moves nothing', () => {
    const told = new Set<unknown>([...contracts.values()].map(({ abi }) => abi));
    const untold = Object.entries({ ...common, ...exported }).filter(
      ([name, abi]) => name.endsWith('Abi') && !told.has(abi),
    );
    const left = untold.map(([name, abi]) => [name, sentOf(abi as Abi).map((one) => one.name)]);
    expect(Object.fromEntries(left)).toEqual(moveNothing);
    expect(functions.length).toBeGreaterThan(40);
  });

  it.each(functions)(
    'of %s: %s is told whole, with each value that its sentence names',
    (kind, _name, entry) => {
      const told = tell(kind, encode(entry), own)!;
      expect(told.isWhole).toBe(true);
      expect(pathsIn(told.sentence).filter((path) => (told.parts.get(path) ?? []).length === 0)).toEqual([]);
    },
  );

  it.each(functions)('of %s: %s names every account and bound among its arguments', (kind, name, entry) => {
    const telling: Telling = contracts.get(kind)!.tellings[name]!;
    const said = JSON.stringify(telling);
    const silent = entry.inputs
      .filter(
        ({ type, name: input }) =>
          /^(address|uint256|address\[\])$/.test(type) && !said.includes(input ?? '-'),
      )
      .map(({ name: input }) => input);
    expect(silent).toEqual(name === 'initialize' ? (SET_UP[`${protocol} ${kind}`] ?? []) : []);
  });

  it('knows no telling of a function that there is not', () => {
    const known = functions.map(([kind, name]) => `${kind}.${name}`);
    const told = [...contracts].flatMap(([kind, { tellings }]) =>
      Object.keys(tellings).map((name) => `${kind}.${name}`),
    );
    expect(told.filter((one) => !known.includes(one))).toEqual([]);
  });
});

describe('calls of a standard', () => {
  const entries = Object.keys(STANDARD_TELLINGS).map((signature) => {
    const entry = parseAbiItem([signature, ...PERMIT2_STRUCTS] as never) as AbiFunction;
    return [signature.split('(')[0]!, entry] as const;
  });

  it.each(entries)('%s is told of any contract', (_, entry) => {
    const told = tell(null, encode(entry))!;
    expect(told.isWhole).toBe(true);
    expect(pathsIn(told.sentence).filter((path) => (told.parts.get(path) ?? []).length === 0)).toEqual([]);
  });

  it('have selectors of their own', () => {
    expect(new Set(entries.map(([, entry]) => toFunctionSelector(entry))).size).toBe(entries.length);
  });
});

describe('calldata that is written in another way', () => {
  const approve = encode(sentOf(common.platformTokenAbi).find(({ name }) => name === 'approve')!);

  it('is told and not whole with high bits beside an address', () => {
    const dirty = `${approve.slice(0, 10)}ff${approve.slice(12)}` as Hex;
    expect(tell('platform_token', dirty)).toMatchObject({ spenders: [address(7)], isWhole: false });
  });

  it('is whole with bytes behind the arguments, which no contract of ours reads', () => {
    expect(tell('platform_token', `${approve}deadbeef`)).toMatchObject({ isWhole: true });
  });
});

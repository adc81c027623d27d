import {
  format,
  type Descriptor,
  type DisplayField,
  type DisplayModel,
} from '@ethereum-sourcify/clear-signing';
import fc from 'fast-check';
import {
  encodeFunctionData,
  parseAbiItem,
  toFunctionSelector,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem';
import { toAddress, toDecimalString, TOKEN_DECIMALS, type Address } from '@slipway/domain';
import { slipway } from '@slipway/protocols/slipway';
import { CallDecoder } from './decode-call.js';
import { toDescriptor } from './erc7730.js';
import { tellCall } from './tell-call.js';
import { CONTRACT_KINDS, type ContractKind } from '../call-kinds.js';

const KINDS = CONTRACT_KINDS;
const decoder = new CallDecoder(slipway);
const CALLS = 10_000;
const address = (n: number): Address => toAddress(`0x${n.toString(16).padStart(40, '0')}`);
const CONTRACT = address(0xc0);
const PLATFORM = address(0x51);
const APP = address(0xa9);
const SUPPLY = 10n ** 27n;

const CONTEXT = { chainId: 1, address: CONTRACT, platformToken: PLATFORM, poolToken: APP, supply: SUPPLY };

const describeKind = (kind: ContractKind): ReturnType<typeof toDescriptor> =>
  toDescriptor(decoder.functionsOf(kind), { ...CONTEXT, kind });

/** As a wallet has it: bytes of a response. */
const DESCRIPTORS = new Map(
  KINDS.map((kind) => [kind, JSON.parse(JSON.stringify(describeKind(kind))) as Descriptor]),
);

/** What a wallet that follows the standard shows: its reference implementation. */
function show(kind: ContractKind, data: Hex, value: bigint): Promise<DisplayModel> {
  const index = {
    calldataIndex: { [`eip155:1:${CONTRACT.toLowerCase()}`]: 'contract.json' },
    typedDataIndex: {},
  };
  const fetchDescriptor = (): Promise<Descriptor> => Promise.resolve(DESCRIPTORS.get(kind)!);
  return format(
    { chainId: 1, to: CONTRACT, data, value, from: address(0xf0) },
    {
      descriptorResolverOptions: { type: 'custom', resolver: { index, fetchDescriptor } },
      externalDataProvider: {
        resolveToken: (_, token) =>
          Promise.resolve({ name: token, symbol: token.toLowerCase(), decimals: TOKEN_DECIMALS }),
        resolveChainInfo: () =>
          Promise.resolve({ name: 'Test', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }),
      },
    },
  );
}

const ADDRESS = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map((n) => toAddress(`0x${n.toString(16).padStart(40, '0')}`));

function valueOf(input: AbiParameter): fc.Arbitrary<unknown> {
  const { type } = input;
  if (type === 'address[]') return fc.array(ADDRESS, { minLength: 2, maxLength: 4 });
  if (type.endsWith('[]')) return fc.array(valueOf({ ...input, type: type.slice(0, -2) }), { maxLength: 3 });
  if (type === 'tuple') {
    const { components } = input as { readonly components: readonly AbiParameter[] };
    const parts = components.map((one): [string, fc.Arbitrary<unknown>] => [one.name ?? '', valueOf(one)]);
    return fc.record(Object.fromEntries(parts));
  }
  if (type === 'address') return ADDRESS;
  if (type === 'bool') return fc.boolean();
  if (type === 'string') return fc.string({ maxLength: 20 });
  if (type === 'bytes') return fc.constant('0x');
  if (type.startsWith('bytes')) return fc.constant(`0x${'01'.repeat(Number(type.slice(5)))}`);
  return type === 'uint8' ? fc.constant(27) : fc.bigInt({ min: 1n, max: SUPPLY - 1n });
}

const SENT = KINDS.flatMap((kind) =>
  decoder.functionsOf(kind).flatMap(({ entry, telling }) => (telling === null ? [] : [{ kind, entry }])),
);

const CALL = fc
  .constantFrom(...SENT)
  .chain(({ kind, entry }) =>
    fc
      .tuple(...entry.inputs.map(valueOf))
      .map((args) => ({ kind, entry, data: encodeFunctionData({ abi: [entry], args }) })),
  );

const fieldsOf = (shown: DisplayModel): DisplayField[] =>
  (shown.fields ?? []).flatMap((field) => ('fields' in field ? field.fields : [field]));

/** The parameters that a format takes. */
const PARAMS: Readonly<Record<string, readonly string[]>> = {
  calldata: ['calleePath', 'amountPath'],
  date: ['encoding'],
  tokenAmount: ['token', 'tokenPath', 'threshold', 'message'],
};

const inTokens = (amount: bigint): string =>
  toDecimalString({ numerator: amount, denominator: 10n ** BigInt(TOKEN_DECIMALS) });

describe('ERC-7730 descriptors', () => {
  it('are of every function that can be sent, and of no other', () => {
    for (const kind of KINDS) {
      const formats = DESCRIPTORS.get(kind)!.display?.formats ?? {};
      const sent = SENT.filter((one) => one.kind === kind).map(({ entry }) => entry.name);
      expect(Object.keys(formats).map((signature) => signature.split('(')[0])).toEqual(sent);
    }
  });

  it('are keyed by the function, with a name for each argument and no space after a comma', () => {
    for (const kind of KINDS) {
      const keys = Object.keys(describeKind(kind).display.formats);
      const sent = SENT.filter((one) => one.kind === kind).map(({ entry }) => toFunctionSelector(entry));
      const read = keys.map((key) => parseAbiItem([`function ${key}`] as never) as AbiFunction);
      expect(read.map(toFunctionSelector)).toEqual(sent);
      expect(keys.filter((key) => /,\s|\s\s|\s[,)]|tuple/.test(key))).toEqual([]);
      expect(read.flatMap(({ inputs }) => inputs).filter(({ name = '' }) => name === '')).toEqual([]);
    }
  });

  it('say in a sentence only what is always shown, and give a format only parameters that it takes', () => {
    for (const kind of KINDS)
      for (const { interpolatedIntent, fields } of Object.values(describeKind(kind).display.formats)) {
        const shown = fields.filter(({ visible }) => visible === undefined).map(({ path }) => path);
        const said = [...interpolatedIntent.matchAll(/\{([^}]*)\}/g)].map(([, path]) => path);
        expect(shown).toEqual(expect.arrayContaining(said));
        expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length);
        for (const { format, params = {} } of fields) {
          expect(PARAMS[format] ?? []).toEqual(expect.arrayContaining(Object.keys(params)));
          if (format === 'tokenAmount') expect('token' in params).not.toBe('tokenPath' in params);
        }
      }
  });

  it('give each call of a multicall its contract, and the ether that is sent along', () => {
    const formats = DESCRIPTORS.get('multicall3')!.display?.formats ?? {};
    const paramsOf = (name: string): unknown =>
      Object.entries(formats)
        .filter(([signature]) => signature.startsWith(`${name}(`))
        .flatMap(([, { fields = [] }]) => fields.flatMap((field) => ('params' in field ? field.params : [])));
    expect(paramsOf('aggregate3')).toEqual([{ calleePath: 'calls.[].target' }]);
    expect(paramsOf('aggregate3Value')).toEqual([
      { calleePath: 'calls.[].target', amountPath: 'calls.[].value' },
    ]);
  });

  it(`show function, amounts and recipient of ${CALLS} random calls as the explanation tells them`, async () => {
    await fc.assert(
      fc.asyncProperty(CALL, fc.bigInt({ min: 1n, max: SUPPLY }), async ({ kind, entry, data }, value) => {
        const decoded = decoder.decode(kind, data)!;
        const told = tellCall(decoded, { to: CONTRACT, value, platformToken: PLATFORM, poolToken: APP });
        const shown = await show(kind, data, value);
        expect([entry.name, shown.rawCalldataFallback]).toEqual([entry.name, undefined]);
        expect(shown.intent).toBe(decoded.telling!.intent);
        const values = fieldsOf(shown).map((field) => field.value.toLowerCase());
        for (const { token, amount } of told.amounts) {
          if (typeof token === 'object') expect(values).toContain(String(amount));
          else if (token === 'ether')
            expect(values.some((one) => one.startsWith(`${inTokens(amount)} `))).toBe(true);
          else expect(values).toContain(`${inTokens(amount)} ${token.toLowerCase()}`);
        }
        for (const account of [...told.recipients, ...told.spenders])
          expect(values).toContain(account.toLowerCase());
        if (told.amounts.length > 0 && kind !== 'multicall3') expect(shown.interpolatedIntent).toBeDefined();
      }),
      { numRuns: CALLS },
    );
  });
});

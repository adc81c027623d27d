import {
  concatHex,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  maxUint256,
  numberToHex,
  type Address,
  type Hex,
} from 'viem';
import { multicall3Abi, platformTokenAbi } from '@slipway/chain';
import { launchpadAbi } from '@slipway/protocols/slipway';
import { awaitReceipt } from './await-receipt.js';
import { TEXTS, type LaunchpadFixture, type LaunchTexts } from './launchpad-fixture.js';

/** What costs most, or grows most, when it is normalised, folded, or taken for its look-alikes. */
const WORST = [
  'a\u0316\u0301',
  '\ufdfa',
  '_\ufdfa',
  'ä б_c ',
  '\u1f82',
  '\u0f71\u0f72\u0f74\u0f80',
  '👩‍👩‍👧‍👦',
  '\u{e0061}',
  'a\0',
  'Ｍm',
] as const;

/** A text of one unit, in so many bytes of UTF-8 or a few less. */
export function fill(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
}

/** A launch whose texts are all hostile, each in another way. */
export function hostileTexts(index: number, nameBytes: number, bytes: number): LaunchTexts {
  const unit = (offset: number): string => WORST[(index + offset) % WORST.length] ?? '';
  return {
    name: fill(unit(0), nameBytes),
    symbol: fill(unit(1), 32),
    description: fill(unit(2), bytes),
    imageUrl: `https://${fill(unit(3), bytes)}.com/`,
    website: `https://${fill('%CC%81%CC%96', bytes)}.com/`,
  };
}

/** The contract that makes many calls in one transaction pays for launches from now on. */
export async function fundLauncher(fixture: LaunchpadFixture, launches: number): Promise<void> {
  const { client, addresses, operator } = fixture;
  const { multicall3, launchpad, platformToken } = addresses;
  await fixture.platform('transfer', operator, [multicall3, BigInt(launches) * 100n * 10n ** 18n]);
  await client.impersonateAccount({ address: multicall3 });
  await client.setBalance({ address: multicall3, value: 10n ** 18n });
  const args = [launchpad, maxUint256];
  await fixture.write({
    address: platformToken,
    abi: platformTokenAbi,
    functionName: 'approve',
    args,
    from: multicall3,
  });
  await client.stopImpersonatingAccount({ address: multicall3 });
}

/** Many launches in one block. */
export async function launchMany(fixture: LaunchpadFixture, launches: readonly LaunchTexts[]): Promise<void> {
  const calls = launches.map(({ name, symbol, description, imageUrl, website }) => ({
    target: fixture.addresses.launchpad,
    allowFailure: false,
    callData: encodeFunctionData({
      abi: launchpadAbi,
      functionName: 'launch',
      args: [name, symbol, description, imageUrl, website],
    }),
  }));
  await fixture.write({
    address: fixture.addresses.multicall3,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls],
    from: fixture.trader(0),
    gas: 195_000_000n,
  });
}

/** Code that logs its calldata: three topics, then the data. */
const LOG_CALLDATA: Hex = ('0x6060360380606060003760403560203560003583' + '6000a300') as Hex;

/** Logs what a launchpad with another encoder, or a broken one, might log as a launch. */
export async function logAsLaunchpad(
  fixture: LaunchpadFixture,
  tokens: readonly Address[],
  dataOf: (token: Address) => Hex,
): Promise<void> {
  const { client, addresses } = fixture;
  const { launchpad } = addresses;
  const code = await client.getCode({ address: launchpad });
  await client.setCode({ address: launchpad, bytecode: LOG_CALLDATA });
  for (const token of tokens) {
    const topics = encodeEventTopics({
      abi: launchpadAbi,
      eventName: 'Launched',
      args: { token, creator: fixture.trader(0) },
    });
    const hash = await client.sendTransaction({
      account: fixture.trader(0),
      to: launchpad,
      data: concatHex([...(topics as Hex[]), dataOf(token)]),
      gas: 100_000_000n,
      chain: null,
    });
    if ((await awaitReceipt(client, hash)).status !== 'success') throw new Error('the log reverted');
  }
  await client.setCode({ address: launchpad, bytecode: code ?? '0x' });
}

/** The data of a launch with one of its words, an offset or a length, made another. */
export function spoiledData(word: number, value: bigint): Hex {
  const { name, symbol, description, imageUrl, website } = TEXTS;
  const data = encodeAbiParameters(
    [...Array<string>(5).fill('string'), 'uint256'].map((type) => ({ type })),
    [name, symbol, description, imageUrl, website, 10n ** 20n],
  );
  const at = 2 + word * 64;
  return `${data.slice(0, at)}${numberToHex(value, { size: 32 }).slice(2)}${data.slice(at + 64)}` as Hex;
}

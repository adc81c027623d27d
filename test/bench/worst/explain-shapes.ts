import { randomBytes } from 'node:crypto';
import { encodeFunctionData, getAddress, parseAbi, type Abi, type Address, type Hex } from 'viem';
import { MULTICALL3_ADDRESS, multicall3Abi } from '@slipway/chain';
import { launchpadAbi, uniswapV2Router02Abi } from '@slipway/protocols/slipway';
import { DEAR_TEXTS } from '../../support/dear-texts.js';
import type { Shape } from './shape.js';

/** Bytes of calldata that a request may have. */
const MOST_BYTES = 15_872;
const MAX = 2n ** 256n - 1n;

const PERMIT2 = parseAbi([
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitBatch { PermitDetails[] details; address spender; uint256 sigDeadline; }',
  'struct AllowanceTransferDetails { address from; address to; uint160 amount; address token; }',
  'struct TokenSpenderPair { address token; address spender; }',
  'function permit(address owner, PermitBatch permitBatch, bytes signature)',
  'function transferFrom(AllowanceTransferDetails[] transferDetails)',
  'function lockdown(TokenSpenderPair[] approvals)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
  'function approve(address spender, uint256 value)',
]);

const encode = (abi: unknown, functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: abi as Abi, functionName, args });
/** Another one each time: what was decoded before may be kept. */
const anyone = (): Address => getAddress(`0x${randomBytes(20).toString('hex')}`);
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

interface Places {
  readonly launchpad: Address;
  readonly router: Address;
  readonly platformToken: Address;
  readonly token: Address;
}

/** Calldata that is dear to read, of all that fits in a request. */
export function explainShapes({ launchpad, router, platformToken, token }: Places): Shape[] {
  const ask = (what: string, to: Address, data: () => Hex): Shape => ({
    what,
    method: 'POST',
    target: '/v1/payloads/explain',
    headers: { 'Content-Type': 'application/json' },
    body: () => JSON.stringify({ to, data: data(), from: launchpad }),
  });
  const swap = (path: readonly Address[]): Hex =>
    encode(uniswapV2Router02Abi, 'swapExactTokensForTokens', MAX >> 145n, 1n, path, router, MAX);
  const together = (count: number, target: () => Address, callData: () => Hex): Hex =>
    encode(
      multicall3Abi,
      'aggregate3',
      many(count, () => ({ target: target(), allowFailure: true, callData: callData() })),
    );
  const approve = (): Hex => encode(PERMIT2, 'approve', anyone(), MAX);
  const launch = (text: string): Hex => encode(launchpadAbi, 'launch', text, text, '', '', '');
  const nested = (depth: number): Hex =>
    depth === 0
      ? approve()
      : together(
          1,
          () => MULTICALL3_ADDRESS,
          () => nested(depth - 1),
        );
  return [
    ask('a path of 480 tokens', router, () => swap(many(480, anyone))),
    ask('a path to and fro', router, () => swap(many(240, () => [platformToken, token]).flat())),
    ask('an exact swap of everything', router, () =>
      encode(uniswapV2Router02Abi, 'swapTokensForExactTokens', MAX, MAX, [platformToken, token], router, MAX),
    ),
    ask('70 approvals to tokens that nobody knows', MULTICALL3_ADDRESS, () => together(60, anyone, approve)),
    ask('60 approvals of one token', MULTICALL3_ADDRESS, () => together(60, () => platformToken, approve)),
    ask('100 calls of nothing', MULTICALL3_ADDRESS, () => together(96, anyone, () => '0x')),
    ask('30 swaps', MULTICALL3_ADDRESS, () =>
      together(
        30,
        () => router,
        () => swap([platformToken, token, anyone()]),
      ),
    ),
    ask('30 buys', MULTICALL3_ADDRESS, () =>
      together(
        50,
        () => launchpad,
        () => encode(launchpadAbi, 'buy', anyone(), MAX, MAX),
      ),
    ),
    ask('multicalls in each other', MULTICALL3_ADDRESS, () => nested(50)),
    ask('a multicall of one long call', MULTICALL3_ADDRESS, () =>
      together(
        1,
        () => launchpad,
        () => launch('\u0301\u0316'.repeat(1_700)),
      ),
    ),
    ask('100 calls of the same long bytes', MULTICALL3_ADDRESS, () => sameBytes(100)),
    ask('120 tokens to permit', anyone(), () =>
      encode(
        PERMIT2,
        'permit',
        anyone(),
        {
          details: many(118, () => ({ token: anyone(), amount: 1n, expiration: 1, nonce: 1 })),
          ...{ spender: anyone(), sigDeadline: MAX },
        },
        '0x',
      ),
    ),
    ask('120 transfers', anyone(), () =>
      encode(
        PERMIT2,
        'transferFrom',
        many(120, () => ({ from: anyone(), to: anyone(), amount: 1n, token: anyone() })),
      ),
    ),
    ask('245 pairs to lock', anyone(), () =>
      encode(
        PERMIT2,
        'lockdown',
        many(245, () => ({ token: anyone(), spender: anyone() })),
      ),
    ),
    ask('480 items', anyone(), () =>
      encode(
        PERMIT2,
        'safeBatchTransferFrom',
        anyone(),
        anyone(),
        many(240, () => MAX),
        many(240, () => MAX),
        '0x',
      ),
    ),
    ask('long bytes behind an approval', platformToken, () => `${approve()}${'ff'.repeat(MOST_BYTES - 68)}`),
    ask('long bytes to nobody', anyone(), () => `0xdeadbeef${'ff'.repeat(MOST_BYTES - 4)}`),
    ask('words of counts', router, () => `0x38ed1739${'ff'.repeat(MOST_BYTES - 4)}`),
    ...DEAR_TEXTS.map(([what, text]) =>
      ask(`a launch of ${what}`, launchpad, () => launch(text.slice(0, 2_300))),
    ),
    ask('five texts at one place', launchpad, () => sameTexts()),
  ];
}

const word = (value: number): string => value.toString(16).padStart(64, '0');

/** Items whose calldata is all the same bytes. */
function sameBytes(count: number): Hex {
  const item = `${'0'.repeat(24)}${'11'.repeat(20)}${word(0)}${word(96)}`;
  const room = MOST_BYTES - 4 - 64 - count * 32 - 128;
  const list = `${word(32)}${word(count)}${word(count * 32).repeat(count)}`;
  return `0x82ad56cb${list}${item}${word(room)}${'00'.repeat(room)}`;
}

/** A launch whose five texts are the same bytes. */
function sameTexts(): Hex {
  const room = MOST_BYTES - 4 - 6 * 32 - 32;
  return `${encode(launchpadAbi, 'launch', '', '', '', '', '').slice(0, 10) as Hex}${word(160).repeat(5)}${word(room)}${'cc81'.repeat(room / 2)}`;
}

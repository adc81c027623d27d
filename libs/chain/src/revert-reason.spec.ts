import { encodeErrorResult, parseAbi, type Hex } from 'viem';
import { platformTokenAbi } from './abi/index.js';
import { ContractErrors, revertDataOf, revertReason } from './revert-reason.js';

const encodeText = (text: string): Hex =>
  encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [text] });
const encodePanic = (code: bigint): Hex =>
  encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), errorName: 'Panic', args: [code] });

const LAUNCHPAD = parseAbi(['error SlippageExceeded(uint256 amountOut, uint256 minOut)']);
const ERRORS = new ContractErrors(LAUNCHPAD);
const SLIPPAGE = encodeErrorResult({ abi: LAUNCHPAD, errorName: 'SlippageExceeded', args: [1n, 2n] });
const BALANCE = encodeErrorResult({
  abi: platformTokenAbi,
  errorName: 'ERC20InsufficientBalance',
  args: ['0x00000000000000000000000000000000000000A1', 1n, 2n],
});
const HASH = `0x${'ab'.repeat(32)}`;

describe('revertReason', () => {
  it.each([
    ['geth', { code: 3, message: 'execution reverted', data: SLIPPAGE }, 'SlippageExceeded'],
    ['geth, with a text', { message: 'execution reverted: no', data: encodeText('no') }, '"no"'],
    [
      'OpenEthereum (gnosis/dex-services#1647)',
      { code: -32_015, message: 'VM execution error.', data: `Reverted ${encodeText('no')}` },
      '"no"',
    ],
    [
      'nethermind (NethermindEth/nethermind#5740)',
      { code: -32_015, message: 'VM execution error.', data: `Reverted ${BALANCE}` },
      'ERC20InsufficientBalance',
    ],
    [
      'ganache (cowprotocol/ethcontract-rs#92)',
      {
        code: -32_000,
        message: 'VM Exception while processing transaction: revert',
        data: { [HASH]: { error: 'revert', program_counter: 279, return: BALANCE }, stack: 'RuntimeError' },
      },
      'ERC20InsufficientBalance',
    ],
    [
      'hardhat',
      { message: 'VM Exception', data: { message: 'reverted', txHash: HASH, data: SLIPPAGE } },
      'SlippageExceeded',
    ],
    [
      'a wallet before a node (MetaMask/metamask-extension#18345)',
      { code: -32_603, message: 'Internal JSON-RPC error.', data: { originalError: { data: BALANCE } } },
      'ERC20InsufficientBalance',
    ],
    ['one that has it in words', { message: `execution reverted: ${SLIPPAGE}` }, 'SlippageExceeded'],
    ['Solidity 0.8', { data: encodePanic(0x11n) }, 'Panic: arithmetic overflow or underflow'],
    ['an assertion of later days', { data: encodePanic(0x99n) }, 'Panic: code 153'],
    ['another contract', { data: '0xdeadbeef' }, 'an unknown error, 0xdeadbeef'],
    ['capitals', { data: SLIPPAGE.toUpperCase().replace('X', 'x') }, 'SlippageExceeded'],
    [
      'an address in words, which is no data',
      { message: `reverted for 0x${'a1'.repeat(20)}` },
      `The node says "reverted for 0x${'a1'.repeat(20)}".`,
    ],
    ['no data', { message: 'execution reverted', data: '0x' }, 'The node says "execution reverted".'],
    ['a text that was cut', { data: encodeText('no').slice(0, 80) }, 'an unknown error, 0x08c379a0'],
    ['nothing', {}, 'The call reverts.'],
    ['numbers', { message: 5, data: 7 }, 'The call reverts.'],
  ])('reads what comes of %s', (_, failure, reason) => {
    expect(revertReason(failure, ERRORS)).toBe(reason);
  });

  it('bounds what strangers say, before it is parsed', () => {
    expect(revertDataOf({ data: `0x${'ab'.repeat(5_000)}` })).toBeNull();
    expect(revertReason({ data: encodeText('a'.repeat(1_000)) }, ERRORS).length).toBeLessThan(210);
    expect(revertReason({ message: '0xab'.repeat(1_000_000) }, ERRORS).length).toBeLessThan(230);
    const nested = Array.from({ length: 50 }).reduce((inner) => ({ originalError: inner }), {
      data: BALANCE,
    });
    expect(revertDataOf({ data: nested })).toBeNull();
  });
});

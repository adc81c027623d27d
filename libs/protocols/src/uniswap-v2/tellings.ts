import { ERC20, PERMIT, type Path, type Telling, type TokenRef } from '../telling.js';

const IN_POOL = { recipient: 'to', deadline: 'deadline' } as const;

const ADD: Telling = {
  ...IN_POOL,
  intent: 'Add liquidity',
  trade: { on: 'pool', route: ['tokenA', 'tokenB'] },
  sentence:
    'Pay up to {amountADesired} and up to {amountBDesired} into their pool, at least {amountAMin} and {amountBMin}, for shares of it[, to {to}].',
  amounts: {
    amountADesired: ['pays', 'tokenA'],
    amountBDesired: ['pays', 'tokenB'],
    amountAMin: [null, 'tokenA'],
    amountBMin: [null, 'tokenB'],
  },
};

const REMOVE: Telling = {
  ...IN_POOL,
  intent: 'Remove liquidity',
  trade: { on: 'pool', route: ['tokenA', 'tokenB'] },
  sentence: 'Give back {liquidity} for at least {amountAMin} and {amountBMin}[, to {to}].',
  amounts: {
    liquidity: ['pays', 'shares'],
    amountAMin: ['receives_at_least', 'tokenA'],
    amountBMin: ['receives_at_least', 'tokenB'],
  },
};

const REMOVE_FOR_ETHER: Telling = {
  ...IN_POOL,
  intent: 'Remove liquidity',
  trade: { on: 'pool', route: ['token', 'ether'] },
  sentence: 'Give back {liquidity} for at least {amountTokenMin} and {amountETHMin}[, to {to}].',
  amounts: {
    liquidity: ['pays', 'shares'],
    amountTokenMin: ['receives_at_least', 'token'],
    amountETHMin: ['receives_at_least', 'ether'],
  },
};

/** The router takes the shares by a signature, which may allow it all of them. */
const byPermit = (telling: Telling): Telling => ({
  ...telling,
  sentence: `${telling.sentence} By a signature the router may take all shares, for ever.`,
  ifNone: {
    path: 'approveMax',
    sentence: `${telling.sentence} By a signature the router may take these shares.`,
  },
  spender: '@.to',
  allowsAll: 'approveMax',
});

const swap = (
  paid: Path,
  paidIn: TokenRef,
  got: Path,
  gotIn: TokenRef,
  sentence: string,
  exact = paid,
): Telling => ({
  ...IN_POOL,
  intent: 'Swap',
  sentence,
  amounts: { [paid]: ['pays', paidIn], [got]: ['receives_at_least', gotIn] },
  trade: { on: 'pool', route: ['path.[]'], exact },
});

const FIRST = 'path.[0]';
const LAST = 'path.[-1]';
const EXACT_IN = swap(
  'amountIn',
  FIRST,
  'amountOutMin',
  LAST,
  'Pay {amountIn} for at least {amountOutMin}[, to {to}].',
);
const EXACT_IN_FOR_ETHER = swap('amountIn', FIRST, 'amountOutMin', 'ether', EXACT_IN.sentence);
const EXACT_ETHER = swap(
  '@.value',
  'ether',
  'amountOutMin',
  LAST,
  'Pay {@.value} for at least {amountOutMin}[, to {to}].',
);
const EXACT_OUT = 'Pay up to {amountInMax} for {amountOut}[, to {to}].';

type Tellings = Readonly<Record<string, Telling>>;

export const ROUTER_TELLINGS: Tellings = {
  addLiquidity: ADD,
  addLiquidityETH: {
    ...IN_POOL,
    intent: 'Add liquidity',
    trade: { on: 'pool', route: ['token', 'ether'] },
    sentence:
      'Pay up to {amountTokenDesired} and up to {@.value} into their pool, at least {amountTokenMin} and {amountETHMin}, for shares of it[, to {to}].',
    amounts: {
      amountTokenDesired: ['pays', 'token'],
      '@.value': ['pays', 'ether'],
      amountTokenMin: [null, 'token'],
      amountETHMin: [null, 'ether'],
    },
  },
  removeLiquidity: REMOVE,
  removeLiquidityWithPermit: byPermit(REMOVE),
  removeLiquidityETH: REMOVE_FOR_ETHER,
  removeLiquidityETHSupportingFeeOnTransferTokens: REMOVE_FOR_ETHER,
  removeLiquidityETHWithPermit: byPermit(REMOVE_FOR_ETHER),
  removeLiquidityETHWithPermitSupportingFeeOnTransferTokens: byPermit(REMOVE_FOR_ETHER),
  swapExactTokensForTokens: EXACT_IN,
  swapExactTokensForTokensSupportingFeeOnTransferTokens: EXACT_IN,
  swapTokensForExactTokens: swap('amountInMax', FIRST, 'amountOut', LAST, EXACT_OUT, 'amountOut'),
  swapExactETHForTokens: EXACT_ETHER,
  swapExactETHForTokensSupportingFeeOnTransferTokens: EXACT_ETHER,
  swapETHForExactTokens: swap(
    '@.value',
    'ether',
    'amountOut',
    LAST,
    'Pay up to {@.value} for {amountOut}[, to {to}].',
    'amountOut',
  ),
  swapExactTokensForETH: EXACT_IN_FOR_ETHER,
  swapExactTokensForETHSupportingFeeOnTransferTokens: EXACT_IN_FOR_ETHER,
  swapTokensForExactETH: swap('amountInMax', FIRST, 'amountOut', 'ether', EXACT_OUT, 'amountOut'),
};

export const POOL_TELLINGS: Tellings = {
  ...ERC20,
  permit: PERMIT,
  initialize: { intent: 'Set up a pool', sentence: 'Set a pool up, which only its factory may.' },
  mint: {
    intent: 'Mint shares',
    sentence: 'Turn what was paid into the pool before into shares of it, to {to}.',
    recipient: 'to',
    byAnyone: true,
  },
  burn: {
    intent: 'Burn shares',
    sentence: 'Turn the shares that were paid into the pool before into both of its tokens, to {to}.',
    recipient: 'to',
    byAnyone: true,
  },
  swap: {
    intent: 'Swap',
    sentence: 'Take {amount0Out} and {amount1Out} out of the pool for what was paid into it before, to {to}.',
    amounts: { amount0Out: ['moves', 'token0'], amount1Out: ['moves', 'token1'] },
    trade: { on: 'pool', route: ['token0', 'token1'] },
    recipient: 'to',
    onlyEmpty: 'data',
    byAnyone: true,
  },
  skim: {
    intent: 'Skim a pool',
    sentence: 'Send what the pool has beyond its reserves to {to}.',
    recipient: 'to',
    byAnyone: true,
  },
  sync: { intent: 'Sync a pool', sentence: 'Set the reserves of the pool to what it has.', byAnyone: true },
};

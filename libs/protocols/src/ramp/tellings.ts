import { ERC20, type Telling } from '../telling.js';
import { POOL_TELLINGS as PAIR, ROUTER_TELLINGS as ROUTER } from '../uniswap-v2/tellings.js';

type Tellings = Readonly<Record<string, Telling>>;

export const LAUNCHPAD_TELLINGS: Tellings = {
  purchase: {
    intent: 'Buy',
    sentence: 'Pay {payment} for at least {minTokens}.',
    amounts: { payment: ['pays', 'platform'], minTokens: ['receives_at_least', 'token'] },
    trade: { on: 'curve', route: ['platform', 'token'], exact: 'payment' },
    paysSender: true,
  },
  redeem: {
    intent: 'Sell',
    sentence: 'Burn {tokens} for at least {minPayment}.',
    amounts: { tokens: ['pays', 'token'], minPayment: ['receives_at_least', 'platform'] },
    trade: { on: 'curve', route: ['token', 'platform'], exact: 'tokens' },
    paysSender: true,
  },
  createToken: {
    intent: 'Launch an app',
    sentence: 'Launch the app {name} ({symbol}) for what a launch costs when it is carried out.',
    paysSender: true,
  },
  graduate: {
    intent: 'Graduate an app',
    sentence: 'Move the full curve of {token} into its pool.',
    byAnyone: true,
  },
  initialize: {
    intent: 'Set up a launchpad',
    sentence: 'Set a launchpad up, for {owner_}, once.',
    recipient: 'owner_',
  },
  setCreationPrice: {
    intent: 'Set the cost',
    sentence: 'Let a launch cost {price}.',
    amounts: { price: [null, 'platform'] },
  },
  setFeePpm: { intent: 'Set the fee', sentence: 'Let trades on the curve cost {feePpm_} millionths.' },
  transferOwnership: {
    intent: 'Give away a contract',
    sentence: 'Make {newOwner} the owner of this contract.',
    recipient: 'newOwner',
  },
  upgradeToAndCall: {
    intent: 'Replace the code',
    sentence: 'Let the code of {newImplementation} be that of this launchpad.',
    recipient: 'newImplementation',
    onlyEmpty: 'data',
  },
  withdrawFees: { intent: 'Withdraw fees', sentence: "Send the launchpad's fees to {to}.", recipient: 'to' },
};

export const APP_TOKEN_TELLINGS: Tellings = {
  ...ERC20,
  initialize: { intent: 'Set up a token', sentence: 'Set a token up, which only the launchpad may.' },
  mint: {
    intent: 'Mint',
    sentence: 'Mint {amount} to {to}, which only the launchpad may.',
    amounts: { amount: [null, '@.to'] },
    recipient: 'to',
  },
  burn: {
    intent: 'Burn',
    sentence: 'Burn {amount} of {from}, which only the launchpad may.',
    amounts: { amount: [null, '@.to'] },
    recipient: 'from',
  },
};

const pick = (tellings: Tellings, ...names: readonly string[]): Tellings =>
  Object.fromEntries(Object.entries(tellings).filter(([name]) => names.includes(name)));

export const ROUTER_TELLINGS = pick(ROUTER, 'swapExactTokensForTokens', 'swapTokensForExactTokens');

export const POOL_TELLINGS = pick(PAIR, ...Object.keys(ERC20), 'mint', 'burn', 'swap', 'skim', 'sync');

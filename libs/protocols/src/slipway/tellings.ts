import { ERC20, OWNABLE, type Telling } from '../telling.js';

type Tellings = Readonly<Record<string, Telling>>;

export const LAUNCHPAD_TELLINGS: Tellings = {
  ...OWNABLE,
  buy: {
    intent: 'Buy',
    sentence: 'Pay {platformIn} for at least {minOut}.',
    amounts: { platformIn: ['pays', 'platform'], minOut: ['receives_at_least', 'token'] },
    trade: { on: 'curve', route: ['platform', 'token'], exact: 'platformIn' },
    paysSender: true,
  },
  sell: {
    intent: 'Sell',
    sentence: 'Pay {tokenIn} for at least {minOut}.',
    amounts: { tokenIn: ['pays', 'token'], minOut: ['receives_at_least', 'platform'] },
    trade: { on: 'curve', route: ['token', 'platform'], exact: 'tokenIn' },
    paysSender: true,
  },
  launch: {
    intent: 'Launch an app',
    sentence: 'Launch the app {name} ({symbol}) for what a launch costs when it is carried out.',
    paysSender: true,
  },
  setLaunchCost: {
    intent: 'Set the cost',
    sentence: 'Let a launch cost {cost}.',
    amounts: { cost: [null, 'platform'] },
  },
  withdrawFees: {
    intent: 'Withdraw fees',
    sentence: "Send the launchpad's fees to {to}.",
    recipient: 'to',
  },
};

export const APP_TOKEN_TELLINGS: Tellings = {
  ...ERC20,
  initialize: { intent: 'Set up a token', sentence: 'Set a token up, which only the launchpad may.' },
};

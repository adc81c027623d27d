export { send, type Payload, type SendOptions, type SendStep, type Sent } from './send.js';
export { signIn, signOut, type SignInOptions } from './sign-in.js';
export type { Receipt } from './receipt.js';
export type { Wallet } from './wallet.js';

import { getContractAddress, type Address, type Hex } from 'viem';
import { ACCOUNT, localAccount } from '../chain/accounts.js';
import { encodeApproval, encodeOraclePrice, encodeTransfer, type Call } from '../chain/encode-calls.js';
import type { LocalTransaction } from '../chain/local-chain.js';
import { encodeTrade } from '../launchpads/encode-trade.js';
import type { LocalLaunchpad } from '../launchpads/local-launchpad.js';
import type { Action } from './action.js';

/** Writes planned actions as transactions. Every address is known before its contract is. */
export class TransactionEncoder {
  private readonly tokens = new Map<number, Address>();

  constructor(private readonly launchpad: LocalLaunchpad) {}

  transaction(action: Action): LocalTransaction {
    return { from: addressOf(senderOf(action)), ...this.call(action) };
  }

  private call(action: Action): Call {
    const { addresses } = this.launchpad.contracts;
    switch (action.kind) {
      case 'fund':
        return encodeTransfer(addresses.platformToken, addressOf(action.wallet), action.amount);
      case 'transfer':
        return encodeTransfer(this.token(action.app), addressOf(action.to), action.amount);
      case 'approve': {
        const { asset, spender } = action;
        const token = asset === 'platform' ? addresses.platformToken : this.token(asset);
        return encodeApproval(token, addresses[spender]);
      }
      case 'launch':
        return this.onLaunchpad(this.launchpad.encodeLaunch(action.texts, action.app));
      case 'graduate':
        return this.onLaunchpad(this.launchpad.encodeGraduation?.(this.token(action.app)));
      case 'fee':
        return this.onLaunchpad(this.launchpad.feeChange?.data);
      case 'buy':
      case 'sell': {
        const { kind: side, place, amountIn, minOut } = action;
        const [app, trader] = [this.token(action.app), addressOf(action.wallet)];
        return encodeTrade(this.launchpad, { app, trader, place, side, amountIn, minOut });
      }
      case 'price':
        return encodeOraclePrice(action.price);
    }
  }

  private onLaunchpad(data: Hex | undefined): Call {
    if (data === undefined) throw new TypeError(`${this.launchpad.protocol.name} has no such transaction`);
    return { to: this.launchpad.contracts.addresses.launchpad, data };
  }

  /** The token of the app that was launched as number `app`. */
  private token(app: number): Address {
    const { firstTokenNonce, contracts } = this.launchpad;
    const nonce = firstTokenNonce + BigInt(app);
    const from = contracts.addresses.launchpad;
    const token = this.tokens.get(app) ?? getContractAddress({ from, nonce });
    this.tokens.set(app, token);
    return token;
  }
}

function senderOf(action: Action): number {
  if (action.kind === 'fund' || action.kind === 'fee') return ACCOUNT.operator;
  return action.kind === 'price' ? ACCOUNT.transmitter : action.wallet;
}

function addressOf(account: number): Address {
  return localAccount(account).address;
}

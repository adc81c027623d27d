import { encodeFunctionData, getContractAddress, type Address } from 'viem';
import { launchpadAbi } from '@slipway/chain';
import { ACCOUNT, localAccount } from '../chain/accounts.js';
import {
  encodeApproval,
  encodeOraclePrice,
  encodeTrade,
  encodeTransfer,
  type Call,
} from '../chain/encode-calls.js';
import type { LocalTransaction } from '../chain/local-chain.js';
import { LOCAL_ADDRESSES } from '../chain/local-addresses.js';
import type { Action } from './action.js';

const { platformToken, launchpad } = LOCAL_ADDRESSES;

/** The launchpad's first nonces make the code that apps share; apps come after. */
const FIRST_APP_NONCE = 2n;

/** Writes planned actions as transactions. Every address is known before its contract is. */
export class TransactionEncoder {
  private readonly tokens = new Map<number, Address>();

  transaction(action: Action): LocalTransaction {
    return { from: addressOf(senderOf(action)), ...this.call(action) };
  }

  private call(action: Action): Call {
    switch (action.kind) {
      case 'fund':
        return encodeTransfer(platformToken, addressOf(action.wallet), action.amount);
      case 'transfer':
        return encodeTransfer(this.token(action.app), addressOf(action.to), action.amount);
      case 'approve': {
        const { asset, spender } = action;
        return encodeApproval(
          asset === 'platform' ? platformToken : this.token(asset),
          LOCAL_ADDRESSES[spender],
        );
      }
      case 'launch': {
        const { name, symbol, description, imageUrl, website } = action.texts;
        const args = [name, symbol, description, imageUrl, website] as const;
        return {
          to: launchpad,
          data: encodeFunctionData({ abi: launchpadAbi, functionName: 'launch', args }),
        };
      }
      case 'buy':
      case 'sell': {
        const { kind: side, place, amountIn, minOut } = action;
        const [app, trader] = [this.token(action.app), addressOf(action.wallet)];
        return encodeTrade({ app, trader, isGraduated: place === 'pool', side, amountIn, minOut });
      }
      case 'price':
        return encodeOraclePrice(action.price);
    }
  }

  /** The token of the app that was launched as number `app`. */
  private token(app: number): Address {
    const nonce = FIRST_APP_NONCE + BigInt(app);
    const token = this.tokens.get(app) ?? getContractAddress({ from: launchpad, nonce });
    this.tokens.set(app, token);
    return token;
  }
}

function senderOf(action: Action): number {
  if (action.kind === 'fund') return ACCOUNT.operator;
  return action.kind === 'price' ? ACCOUNT.transmitter : action.wallet;
}

function addressOf(account: number): Address {
  return localAccount(account).address;
}

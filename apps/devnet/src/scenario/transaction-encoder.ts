import {
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  getCreate2Address,
  keccak256,
  maxUint256,
  type Address,
  type Hex,
} from 'viem';
import { launchpadAbi, platformTokenAbi, poolRouterAbi, priceFeedAbi } from '#chain';
import { ACCOUNT, ACCOUNT_COUNT, localAccount } from '../chain/accounts.js';
import type { LocalTransaction } from '../chain/local-chain.js';
import { loadUniswapArtifact } from '../contracts/artifact.js';
import { LOCAL_ADDRESSES } from '../local-addresses.js';
import type { Action } from './action.js';

/** The launchpad's first nonces make the code that apps share; apps come after. */
const FIRST_APP_NONCE = 2n;

/** Writes planned actions as transactions. Every address is known before its contract is. */
export class TransactionEncoder {
  private readonly wallets = Array.from({ length: ACCOUNT_COUNT }, (_, i) => localAccount(i).address);
  private readonly pairCode = keccak256(loadUniswapArtifact('UniswapV2Pair').bytecode);
  private readonly tokens = new Map<number, Address>();

  /** The token of the app that was launched as number `app`. */
  token(app: number): Address {
    const known = this.tokens.get(app);
    if (known !== undefined) return known;
    const nonce = FIRST_APP_NONCE + BigInt(app);
    const token = getContractAddress({ from: LOCAL_ADDRESSES.launchpad, nonce });
    this.tokens.set(app, token);
    return token;
  }

  wallet(index: number): Address {
    const address = this.wallets[index];
    if (address === undefined) throw new RangeError(`no account #${index}`);
    return address;
  }

  transaction(action: Action): LocalTransaction {
    switch (action.kind) {
      case 'fund':
        return this.fund(action.wallet, action.amount);
      case 'approve':
        return this.approve(action);
      case 'launch': {
        const { name, symbol, description, imageUrl, website } = action.texts;
        const args = [name, symbol, description, imageUrl, website] as const;
        const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'launch', args });
        return this.call(action.wallet, LOCAL_ADDRESSES.launchpad, data);
      }
      case 'buy':
      case 'sell':
        return action.place === 'curve' ? this.tradeOnCurve(action) : this.swap(action);
      case 'transfer': {
        const args = [this.wallet(action.to), action.amount] as const;
        const data = encodeFunctionData({ abi: platformTokenAbi, functionName: 'transfer', args });
        return this.call(action.wallet, this.token(action.app), data);
      }
      case 'answer': {
        const args = [action.answer] as const;
        const data = encodeFunctionData({ abi: priceFeedAbi, functionName: 'transmit', args });
        return this.call(ACCOUNT.transmitter, LOCAL_ADDRESSES.priceFeed, data);
      }
    }
  }

  private fund(wallet: number, amount: bigint): LocalTransaction {
    const args = [this.wallet(wallet), amount] as const;
    const data = encodeFunctionData({ abi: platformTokenAbi, functionName: 'transfer', args });
    return this.call(ACCOUNT.operator, LOCAL_ADDRESSES.platformToken, data);
  }

  private approve({ wallet, asset, spender }: Extract<Action, { kind: 'approve' }>): LocalTransaction {
    const args = [LOCAL_ADDRESSES[spender], maxUint256] as const;
    const data = encodeFunctionData({ abi: platformTokenAbi, functionName: 'approve', args });
    return this.call(wallet, asset === 'platform' ? LOCAL_ADDRESSES.platformToken : this.token(asset), data);
  }

  private tradeOnCurve(action: Extract<Action, { kind: 'buy' | 'sell' }>): LocalTransaction {
    const args = [this.token(action.app), action.amountIn, action.minOut] as const;
    const data = encodeFunctionData({ abi: launchpadAbi, functionName: action.kind, args });
    return this.call(action.wallet, LOCAL_ADDRESSES.launchpad, data);
  }

  private swap(action: Extract<Action, { kind: 'buy' | 'sell' }>): LocalTransaction {
    const token = this.token(action.app);
    const tokenIn = action.kind === 'buy' ? LOCAL_ADDRESSES.platformToken : token;
    const args = [this.pair(token), tokenIn, action.amountIn, action.minOut] as const;
    const data = encodeFunctionData({ abi: poolRouterAbi, functionName: 'swapExactIn', args });
    return this.call(action.wallet, LOCAL_ADDRESSES.poolRouter, data);
  }

  /** As Uniswap's factory derives it from the two tokens. */
  private pair(token: Address): Address {
    const { platformToken, uniswapFactory } = LOCAL_ADDRESSES;
    const sorted: [Address, Address] =
      token.toLowerCase() < platformToken.toLowerCase() ? [token, platformToken] : [platformToken, token];
    const salt = keccak256(encodePacked(['address', 'address'], sorted));
    return getCreate2Address({ from: uniswapFactory, salt, bytecodeHash: this.pairCode });
  }

  private call(wallet: number, to: Address, data: Hex): LocalTransaction {
    return { from: this.wallet(wallet), to, data };
  }
}

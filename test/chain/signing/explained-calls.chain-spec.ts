import {
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  maxUint256,
  numberToHex,
  parseAbi,
  type Abi,
  type Address,
  type Hex,
} from 'viem';
import { MULTICALL3_ADDRESS, multicall3Abi, platformTokenAbi } from '@slipway/chain';
import { launchpadAbi, uniswapV2PairAbi, uniswapV2Router02Abi } from '@slipway/protocols/slipway';
import { toAddress } from '@slipway/domain';
import type { CallExplanationDto } from '../../../apps/api/src/extras/trading/dto/explain.dto.js';
import { awaitReceipt } from '../../support/await-receipt.js';
import { deployHostile } from '../../support/deploy-hostile.js';
import { ServedMarket } from '../../support/served-market.js';

const TOKEN = 10n ** 18n;
const MOST_FOR_GAS = TOKEN / 10n;
const THIEF = toAddress('0x00000000000000000000000000000000000bad01');
/** Year 2100: a call that is good for decades. */
const FAR = 4_102_444_800n;

interface Places {
  readonly launchpad: Address;
  readonly router: Address;
  readonly platform: Address;
  readonly app: Address;
  readonly graduated: Address;
  readonly pool: Address;
  /** A collection whose item 0 is the wallet's. */
  readonly collection: Address;
  readonly wallet: Address;
  /** A deadline of minutes. */
  readonly soon: bigint;
}

interface Call {
  readonly to: Address;
  readonly data: Hex;
  readonly value?: bigint;
}

/** What the chain does: by how much the wallet and the thief have more or less, and what the thief may take. */
interface Effect {
  readonly reverts?: true;
  readonly walletLoses?: true;
  readonly walletGains?: true;
  readonly thiefGains?: true;
  readonly thiefMayTake?: true;
  readonly multicallGains?: true;
  /** Beside gas. */
  readonly etherLeaves?: true;
}

interface Situation {
  readonly call: (at: Places) => Call;
  /** Null asks without `from`. */
  readonly from?: null;
  readonly known: boolean;
  readonly says: RegExp | null;
  readonly warns: readonly string[];
  readonly does: Effect;
}

const encode = (abi: unknown, functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: abi as Abi, functionName, args });

const together = (...calls: readonly Call[]): Call => ({
  to: MULTICALL3_ADDRESS,
  data: encode(
    multicall3Abi,
    'aggregate3',
    calls.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data })),
  ),
});

const approve = (token: Address, spender: Address, amount: bigint): Call => ({
  to: token,
  data: encode(erc20Abi, 'approve', spender, amount),
});
const transfer = (token: Address, to: Address, amount: bigint): Call => ({
  to: token,
  data: encode(erc20Abi, 'transfer', to, amount),
});
const buy = (at: Places, minOut: bigint): Call => ({
  to: at.launchpad,
  data: encode(launchpadAbi, 'buy', at.app, 10n * TOKEN, minOut),
});
const route = (at: Places, functionName: string, ...args: readonly unknown[]): Call => ({
  to: at.router,
  data: encode(uniswapV2Router02Abi, functionName, ...args),
});
const swapTo = (at: Places, to: Address, minOut: bigint, deadline = at.soon): Call =>
  route(at, 'swapExactTokensForTokens', 10n * TOKEN, minOut, [at.platform, at.graduated], to, deadline);

/** A least that is near the price. */
const FAIR = 300_000n * TOKEN;
const FAIR_IN_POOL = 10_000n * TOKEN;

const NFT = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function increaseAllowance(address spender, uint256 addedValue)',
]);

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'an approval of all to a stranger': {
    call: (at) => approve(at.platform, THIEF, maxUint256),
    known: true,
    says: /^Let 0x.{40} take all SLIP without limit\.$/,
    warns: ['unlimited_approval', 'foreign_spender'],
    does: { thiefMayTake: true },
  },
  'an approval of exactly the supply': {
    call: (at) => approve(at.platform, at.launchpad, 10n ** 27n),
    known: true,
    says: /all SLIP without limit/,
    warns: ['unlimited_approval'],
    does: {},
  },
  'an approval of one wei less than the supply': {
    call: (at) => approve(at.platform, at.launchpad, 10n ** 27n - 1n),
    known: true,
    says: /999999999\.999999999999999999 SLIP/,
    warns: [],
    does: {},
  },
  'an approval to a stranger in capital digits': {
    call: (at) => {
      const { to, data } = approve(at.platform, THIEF, TOKEN);
      return { to, data: `0x${data.slice(2).toUpperCase()}` };
    },
    known: true,
    says: /^Let 0x.{40} take 1 SLIP\.$/,
    warns: ['foreign_spender'],
    does: { thiefMayTake: true },
  },
  'an approval with bytes behind it': {
    call: (at) => ({ to: at.platform, data: `${approve(at.platform, THIEF, TOKEN).data}deadbeef` }),
    known: true,
    says: /^Let 0x.{40} take 1 SLIP\.$/,
    warns: ['foreign_spender'],
    does: { thiefMayTake: true },
  },
  'an approval with high bits beside the spender': {
    call: (at) => {
      const { to, data } = approve(at.platform, THIEF, TOKEN);
      return { to, data: `${data.slice(0, 10)}ff${data.slice(12)}` as Hex };
    },
    known: false,
    says: /^Let 0x.{40} take 1 SLIP\.$/,
    warns: ['foreign_spender', 'unknown_function'],
    does: { reverts: true },
  },
  'an approval that is cut off': {
    call: (at) => ({ to: at.platform, data: approve(at.platform, THIEF, TOKEN).data.slice(0, -2) as Hex }),
    known: false,
    says: null,
    warns: ['unknown_function'],
    does: { reverts: true },
  },
  'a transfer to a stranger': {
    call: (at) => transfer(at.platform, THIEF, TOKEN),
    known: true,
    says: /^Send 1 SLIP to 0x.{40}\.$/,
    warns: ['other_recipient'],
    does: { walletLoses: true, thiefGains: true },
  },
  'a transfer of an app token to a stranger': {
    call: (at) => transfer(at.app, THIEF, TOKEN),
    known: true,
    says: /to 0x.{40}\.$/,
    warns: ['other_recipient'],
    does: { thiefGains: true },
  },
  'pool shares for a stranger, by approval': {
    call: (at) => approve(at.pool, THIEF, maxUint256),
    known: true,
    says: /without limit/,
    warns: ['unlimited_approval', 'foreign_spender'],
    does: { thiefMayTake: true },
  },
  'a permit that the platform token refuses': {
    call: (at) => ({
      to: at.platform,
      data: encode(
        platformTokenAbi,
        'permit',
        at.wallet,
        THIEF,
        maxUint256,
        FAR,
        27,
        numberToHex(1, { size: 32 }),
        numberToHex(1, { size: 32 }),
      ),
    }),
    known: true,
    says: /who signed for it/,
    warns: ['unlimited_approval', 'foreign_spender', 'far_deadline'],
    does: { reverts: true },
  },
  'a buy on the curve': {
    call: (at) => buy(at, FAIR),
    known: true,
    says: /^Pay 10 SLIP for at least 300000 /,
    warns: [],
    does: { walletLoses: true, walletGains: true },
  },
  'a buy without a minimum': {
    call: (at) => buy(at, 0n),
    known: true,
    says: /for at least 0 /,
    warns: ['no_minimum'],
    does: { walletLoses: true, walletGains: true },
  },
  'a buy with a minimum of one wei': {
    call: (at) => buy(at, 1n),
    known: true,
    says: /for at least 0\.000000000000000001 /,
    warns: ['no_minimum'],
    does: { walletLoses: true, walletGains: true },
  },
  'a buy of a token that is no app': {
    call: (at) => ({ to: at.launchpad, data: encode(launchpadAbi, 'buy', THIEF, TOKEN, TOKEN) }),
    known: true,
    says: /base units of 0x/,
    warns: ['unknown_contract'],
    does: { reverts: true },
  },
  'a buy with ether, which the launchpad does not take': {
    call: (at) => ({ ...buy(at, FAIR), value: 1n }),
    known: true,
    says: /^Pay 10 SLIP/,
    warns: ['sends_ether'],
    does: { reverts: true },
  },
  'the fees of the launchpad for a stranger': {
    call: (at) => ({ to: at.launchpad, data: encode(launchpadAbi, 'withdrawFees', THIEF) }),
    known: true,
    says: /fees to 0x/,
    warns: ['other_recipient'],
    does: { reverts: true },
  },
  'a swap in the pool': {
    call: (at) => swapTo(at, at.wallet, FAIR_IN_POOL),
    known: true,
    says: /^Pay 10 SLIP for at least 10000 [^,]+\.$/,
    warns: [],
    does: { walletLoses: true, walletGains: true },
  },
  'a swap that pays a stranger': {
    call: (at) => swapTo(at, THIEF, FAIR_IN_POOL),
    known: true,
    says: /, to 0x.{40}\.$/,
    warns: ['other_recipient'],
    does: { walletLoses: true, thiefGains: true },
  },
  'a swap asked about without a wallet': {
    call: (at) => swapTo(at, at.wallet, FAIR_IN_POOL),
    from: null,
    known: true,
    says: /, to 0x.{40}\.$/,
    warns: ['other_recipient'],
    does: { walletLoses: true, walletGains: true },
  },
  'a swap that stays good for decades': {
    call: (at) => swapTo(at, at.wallet, FAIR_IN_POOL, FAR),
    known: true,
    says: /^Pay 10 SLIP/,
    warns: ['far_deadline'],
    does: { walletLoses: true, walletGains: true },
  },
  'a swap for tokens that take a fee, to a stranger, for nothing': {
    call: (at) =>
      route(
        at,
        'swapExactTokensForTokensSupportingFeeOnTransferTokens',
        10n * TOKEN,
        0n,
        [at.platform, at.graduated],
        THIEF,
        FAR,
      ),
    known: true,
    says: /for at least 0 .*, to 0x/,
    warns: ['no_minimum', 'other_recipient', 'far_deadline'],
    does: { walletLoses: true, thiefGains: true },
  },
  'an exact swap that may take everything': {
    call: (at) =>
      route(
        at,
        'swapTokensForExactTokens',
        1_000n * TOKEN,
        maxUint256,
        [at.platform, at.graduated],
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay up to all SLIP without limit for 1000 /,
    warns: ['no_minimum'],
    does: { walletLoses: true, walletGains: true },
  },
  'a buy that is large for its curve': {
    call: (at) => ({
      to: at.launchpad,
      data: encode(launchpadAbi, 'buy', at.app, 3_000n * TOKEN, 90_000_000n * TOKEN),
    }),
    known: true,
    says: /^Pay 3000 SLIP/,
    warns: ['high_impact'],
    does: { walletLoses: true, walletGains: true },
  },
  'a swap that is large for its pool': {
    call: (at) =>
      route(
        at,
        'swapExactTokensForTokens',
        5_000n * TOKEN,
        15_000_000n * TOKEN,
        [at.platform, at.graduated],
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay 5000 SLIP/,
    warns: ['high_impact'],
    does: { walletLoses: true, walletGains: true },
  },
  'an exact swap of much of its pool': {
    call: (at) =>
      route(
        at,
        'swapTokensForExactTokens',
        20_000_000n * TOKEN,
        10_000n * TOKEN,
        [at.platform, at.graduated],
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay up to 10000 SLIP for 20000000 /,
    warns: ['high_impact'],
    does: { walletLoses: true, walletGains: true },
  },
  'an exact swap of more than its pool has': {
    call: (at) =>
      route(
        at,
        'swapTokensForExactTokens',
        10n ** 27n,
        10_000n * TOKEN,
        [at.platform, at.graduated],
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay up to 10000 SLIP for 1000000000 /,
    warns: ['high_impact'],
    does: { reverts: true },
  },
  'a swap there and back, whose first half is large': {
    call: (at) =>
      route(
        at,
        'swapExactTokensForTokens',
        5_000n * TOKEN,
        4_000n * TOKEN,
        [at.platform, at.graduated, at.platform],
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay 5000 SLIP for at least 4000 SLIP\.$/,
    warns: ['high_impact'],
    does: { reverts: true },
  },
  'a swap in a pool that a stranger made of an app on its curve': {
    call: (at) =>
      route(
        at,
        'swapExactTokensForTokens',
        10n * TOKEN,
        100_000n * TOKEN,
        [at.platform, at.app],
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay 10 SLIP/,
    warns: ['unknown_contract'],
    does: { reverts: true },
  },
  'a swap in a pool that a stranger made of two apps': {
    call: (at) =>
      route(at, 'swapExactTokensForTokens', TOKEN, 1n, [at.graduated, at.app], at.wallet, at.soon),
    known: true,
    says: /^Pay 1 /,
    warns: ['no_minimum', 'unknown_contract'],
    does: { walletLoses: true, walletGains: true },
  },
  'liquidity for a pool that a stranger priced': {
    call: (at) =>
      route(
        at,
        'addLiquidity',
        at.platform,
        at.app,
        10n * TOKEN,
        100_000n * TOKEN,
        10n * TOKEN,
        TOKEN,
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay up to 10 SLIP and up to 100000 /,
    warns: ['no_minimum', 'unknown_contract'],
    does: { walletLoses: true },
  },
  'a swap along no path': {
    call: (at) => route(at, 'swapExactTokensForTokens', TOKEN, TOKEN, [], at.wallet, at.soon),
    known: true,
    says: /base units/,
    warns: [],
    does: { reverts: true },
  },
  'a swap through a token that is not known': {
    call: (at) =>
      route(
        at,
        'swapExactTokensForTokens',
        10n * TOKEN,
        FAIR,
        [at.platform, THIEF, at.graduated],
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay 10 SLIP/,
    warns: ['unknown_contract'],
    does: { reverts: true },
  },
  'liquidity whose shares go to a stranger': {
    call: (at) =>
      route(
        at,
        'addLiquidity',
        at.platform,
        at.graduated,
        10n * TOKEN,
        10_000n * TOKEN,
        0n,
        0n,
        THIEF,
        at.soon,
      ),
    known: true,
    says: /for shares of it, to 0x/,
    warns: ['no_minimum', 'other_recipient'],
    does: { walletLoses: true, thiefGains: true },
  },
  'liquidity that is taken out for a stranger': {
    call: (at) => route(at, 'removeLiquidity', at.platform, at.graduated, TOKEN, 0n, 0n, THIEF, at.soon),
    known: true,
    says: /^Give back 1000000000000000000 base units of 0x.* to 0x/,
    warns: ['no_minimum', 'other_recipient'],
    does: { thiefGains: true },
  },
  'ether for liquidity, to a stranger': {
    call: (at) => ({
      ...route(at, 'addLiquidityETH', at.graduated, TOKEN, 0n, 0n, THIEF, at.soon),
      value: 5n,
    }),
    known: true,
    says: /up to 0\.000000000000000005 ether/,
    warns: ['no_minimum', 'other_recipient', 'unknown_contract', 'sends_ether'],
    does: { reverts: true },
  },
  'liquidity at whatever price there is': {
    call: (at) =>
      route(
        at,
        'addLiquidity',
        at.platform,
        at.graduated,
        10n * TOKEN,
        10_000n * TOKEN,
        1n,
        1n,
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /at least 0\.000000000000000001 SLIP/,
    warns: ['no_minimum'],
    does: { walletLoses: true, walletGains: true },
  },
  'liquidity that is taken out for next to nothing': {
    call: (at) => route(at, 'removeLiquidity', at.platform, at.graduated, TOKEN, 1n, 1n, at.wallet, at.soon),
    known: true,
    says: /^Give back 1000000000000000000 base units of 0x/,
    warns: ['no_minimum'],
    does: { walletLoses: true, walletGains: true },
  },
  'liquidity that is taken out for what it is worth': {
    call: (at) =>
      route(
        at,
        'removeLiquidity',
        at.platform,
        at.graduated,
        TOKEN,
        TOKEN / 100n,
        10n * TOKEN,
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Give back 1000000000000000000 base units of 0x/,
    warns: [],
    does: { walletLoses: true, walletGains: true },
  },
  'liquidity of a pool that a stranger made of two apps': {
    call: (at) => route(at, 'removeLiquidity', at.graduated, at.app, TOKEN, TOKEN, TOKEN, at.wallet, at.soon),
    known: true,
    says: /^Give back 1000000000000000000 base units of shares of the pool for/,
    warns: ['unknown_contract'],
    does: { reverts: true },
  },
  'liquidity of a pool of ether, which is no pool of ours': {
    call: (at) => route(at, 'removeLiquidityETH', at.graduated, TOKEN, TOKEN, TOKEN, at.wallet, at.soon),
    known: true,
    says: /^Give back 1000000000000000000 base units of shares of the pool for .* 1 ether\.$/,
    warns: ['unknown_contract'],
    does: { reverts: true },
  },
  'a swap for ether, at whatever price there is': {
    call: (at) =>
      route(at, 'swapExactTokensForETH', 10n * TOKEN, 1n, [at.platform, at.graduated], at.wallet, at.soon),
    known: true,
    says: /for at least 0\.000000000000000001 ether\.$/,
    warns: [],
    does: { reverts: true },
  },
  'a swap whose deadline is over': {
    call: (at) => swapTo(at, at.wallet, FAIR_IN_POOL, 1n),
    known: true,
    says: /^Pay 10 SLIP/,
    warns: [],
    does: { reverts: true },
  },
  'a swap that pays the token itself': {
    call: (at) => swapTo(at, at.graduated, FAIR_IN_POOL),
    known: true,
    says: /, to 0x.{40}\.$/,
    warns: ['other_recipient'],
    does: { reverts: true },
  },
  'a swap that pays the pool of another': {
    call: (at) => swapTo(at, at.launchpad, FAIR_IN_POOL),
    known: true,
    says: /, to 0x.{40}\.$/,
    warns: ['other_recipient'],
    does: { walletLoses: true },
  },
  'a swap whose path stands elsewhere than the ABI puts it': {
    call: (at) => {
      const { to, data } = swapTo(at, at.wallet, FAIR_IN_POOL);
      const head = data.slice(0, 10 + 5 * 64);
      const moved = head.slice(0, 10 + 2 * 64) + 'c0'.padStart(64, '0') + head.slice(10 + 3 * 64);
      return { to, data: `${moved}${'ff'.repeat(32)}${data.slice(10 + 5 * 64)}` as Hex };
    },
    known: false,
    says: /^Pay 10 SLIP for at least 10000 [^,]+\.$/,
    warns: ['unknown_function'],
    does: { walletLoses: true, walletGains: true },
  },
  'a swap there and back twice': {
    call: (at) =>
      route(
        at,
        'swapExactTokensForTokens',
        10n * TOKEN,
        9n * TOKEN,
        [at.platform, at.graduated, at.platform, at.graduated, at.platform],
        at.wallet,
        at.soon,
      ),
    known: true,
    says: /^Pay 10 SLIP for at least 9 SLIP\.$/,
    warns: [],
    does: { reverts: true },
  },
  'a buy of as much as there are numbers': {
    call: (at) => ({
      to: at.launchpad,
      data: encode(launchpadAbi, 'buy', at.app, maxUint256, 300_000_000n * TOKEN),
    }),
    known: true,
    says: /^Pay 1157920892/,
    warns: ['high_impact', 'no_minimum'],
    does: { walletLoses: true, walletGains: true },
  },
  'a sale of as much as there are numbers': {
    call: (at) => ({ to: at.launchpad, data: encode(launchpadAbi, 'sell', at.app, maxUint256, TOKEN) }),
    known: true,
    says: /^Pay 1157920892/,
    warns: ['high_impact', 'no_minimum'],
    does: { reverts: true },
  },
  'a buy of nothing': {
    call: (at) => ({ to: at.launchpad, data: encode(launchpadAbi, 'buy', at.app, 0n, TOKEN) }),
    known: true,
    says: /^Pay 0 SLIP/,
    warns: [],
    does: { reverts: true },
  },
  'a buy on the curve of an app that has graduated': {
    call: (at) => ({
      to: at.launchpad,
      data: encode(launchpadAbi, 'buy', at.graduated, TOKEN, 1_000n * TOKEN),
    }),
    known: true,
    says: /^Pay 1 SLIP/,
    warns: [],
    does: { reverts: true },
  },
  'an approval for the token itself': {
    call: (at) => approve(at.platform, at.platform, TOKEN),
    known: true,
    says: /^Let 0x.{40} take 1 SLIP\.$/,
    warns: ['foreign_spender'],
    does: {},
  },
  'an approval for Multicall3, which does what anybody says': {
    call: (at) => approve(at.platform, MULTICALL3_ADDRESS, TOKEN),
    known: true,
    says: /^Let 0x.{40} take 1 SLIP\.$/,
    warns: ['foreign_spender'],
    does: {},
  },
  'a transfer to the token itself': {
    call: (at) => transfer(at.app, at.app, TOKEN),
    known: true,
    says: /to 0x.{40}\.$/,
    warns: ['other_recipient'],
    does: { walletLoses: true },
  },
  'a transfer to nobody': {
    call: (at) => transfer(at.platform, '0x0000000000000000000000000000000000000000', TOKEN),
    known: true,
    says: /to 0x0{40}\.$/,
    warns: ['other_recipient'],
    does: { reverts: true },
  },
  'a transfer from the wallet, which it would send itself': {
    call: (at) => ({
      to: at.platform,
      data: encode(erc20Abi, 'transferFrom', at.wallet, THIEF, TOKEN),
    }),
    known: true,
    says: /^Move 1 SLIP from 0x.{40} to 0x.{40}\.$/,
    warns: ['other_recipient'],
    does: { reverts: true },
  },
  'an approval with ether, which no token takes': {
    call: (at) => ({ ...approve(at.platform, at.launchpad, TOKEN), value: 5n * TOKEN }),
    known: true,
    says: /^Let 0x.{40} take 1 SLIP\. Send 5 ether along\.$/,
    warns: ['sends_ether'],
    does: { reverts: true },
  },
  'ether for Multicall3, where anybody takes it': {
    call: () => ({ ...together(), value: 5n * TOKEN }),
    known: true,
    says: /^Make calls through Multicall3\. Send 5 ether along\.$/,
    warns: ['sends_ether'],
    does: { etherLeaves: true },
  },
  'ether for a stranger, with a call': {
    call: () => ({ to: THIEF, data: '0xdeadbeef', value: 5n * TOKEN }),
    known: false,
    says: /^Send 5 ether to 0x.{40}, with a call that is not told\.$/,
    warns: ['other_recipient', 'unknown_contract', 'sends_ether'],
    does: { etherLeaves: true },
  },
  'ten multicalls, each in the next': {
    call: (at) =>
      Array.from({ length: 10 }).reduce<Call>((call) => together(call), approve(at.platform, THIEF, TOKEN)),
    known: false,
    says: /^Make calls through Multicall3\.$/,
    warns: ['nested_call'],
    does: {},
  },
  'an item of a collection that has the number 0': {
    call: (at) => approve(at.collection, THIEF, 0n),
    known: false,
    says: /^Take back what 0x.{40} may take; of a collection, let 0x.{40} take the item 0\.$/,
    warns: ['foreign_spender', 'unknown_contract'],
    does: { thiefMayTake: true },
  },
  'the item of a collection, moved': {
    call: (at) => ({ to: at.collection, data: encode(erc20Abi, 'transferFrom', at.wallet, THIEF, 0n) }),
    known: false,
    says: /^Move 0 .*, of a collection the item of that number, from/,
    warns: ['other_recipient', 'unknown_contract'],
    does: { thiefGains: true },
  },
  'what lies in a pool, for a stranger': {
    call: (at) => ({ to: at.pool, data: encode(uniswapV2PairAbi, 'skim', THIEF) }),
    known: true,
    says: /beyond its reserves to 0x/,
    warns: ['other_recipient'],
    does: {},
  },
  'a swap of a pool that calls a stranger back': {
    call: (at) => ({ to: at.pool, data: encode(uniswapV2PairAbi, 'swap', 1n, 0n, THIEF, '0x00') }),
    known: false,
    says: /out of the pool/,
    warns: ['other_recipient', 'unknown_function'],
    does: { reverts: true },
  },
  'an approval of Multicall3 in a multicall': {
    call: (at) => together(approve(at.platform, THIEF, maxUint256)),
    known: true,
    says: /^Make calls through Multicall3\.$/,
    warns: ['unlimited_approval', 'foreign_spender'],
    does: {},
  },
  'a multicall that moves what Multicall3 was allowed': {
    call: (at) =>
      together({ to: at.platform, data: encode(erc20Abi, 'transferFrom', at.wallet, THIEF, TOKEN) }),
    known: true,
    says: /^Make calls through Multicall3\.$/,
    warns: ['other_recipient'],
    does: { reverts: true },
  },
  'what Multicall3 would buy, for itself': {
    call: (at) => together(buy(at, FAIR)),
    known: true,
    says: /^Make calls through Multicall3\.$/,
    warns: ['other_recipient'],
    does: { reverts: true },
  },
  'a multicall in a multicall': {
    call: (at) => together(together(approve(at.platform, THIEF, maxUint256))),
    known: false,
    says: /^Make calls through Multicall3\.$/,
    warns: ['nested_call'],
    does: {},
  },
  'a multicall with a call of a stranger': {
    call: () => together({ to: THIEF, data: '0xdeadbeef' }),
    known: false,
    says: /^Make calls through Multicall3\.$/,
    warns: ['unknown_contract'],
    does: {},
  },
  'a multicall that sends ether on': {
    call: () => ({
      to: MULTICALL3_ADDRESS,
      data: encode(multicall3Abi, 'aggregate3Value', [
        { target: THIEF, allowFailure: false, value: 7n, callData: '0x' },
      ]),
      value: 7n,
    }),
    known: false,
    says: /^Make calls through Multicall3\. Send 0\.000000000000000007 ether along\.$/,
    warns: ['other_recipient', 'unknown_contract', 'sends_ether'],
    does: {},
  },
  'an approval of a contract that nobody knows': {
    call: () => approve(THIEF, THIEF, maxUint256),
    known: false,
    says: /^Let 0x.{40} take all 0x.{40} without limit/,
    warns: ['unlimited_approval', 'foreign_spender', 'unknown_contract'],
    does: {},
  },
  'every item of a collection': {
    call: () => ({ to: THIEF, data: encode(NFT, 'setApprovalForAll', THIEF, true) }),
    known: false,
    says: /every item/,
    warns: ['unlimited_approval', 'foreign_spender', 'unknown_contract'],
    does: {},
  },
  'an item of a collection': {
    call: (at) => ({ to: THIEF, data: encode(NFT, 'safeTransferFrom', at.wallet, THIEF, 7n) }),
    known: false,
    says: /^Move 7 of 0x/,
    warns: ['other_recipient', 'unknown_contract'],
    does: {},
  },
  'an approval of the platform token through Permit2': {
    call: (at) => ({ to: THIEF, data: encode(NFT, 'approve', at.platform, THIEF, 2n ** 160n - 1n, 2 ** 47) }),
    known: false,
    says: /take all SLIP without limit through Permit2/,
    warns: ['unlimited_approval', 'foreign_spender', 'unknown_contract', 'far_deadline'],
    does: {},
  },
  'more of an approval, of a function that the platform token has not': {
    call: (at) => ({ to: at.platform, data: encode(NFT, 'increaseAllowance', THIEF, TOKEN) }),
    known: false,
    says: null,
    warns: ['unknown_function'],
    does: { reverts: true },
  },
  'ether for a stranger': {
    call: () => ({ to: THIEF, data: '0x', value: TOKEN }),
    known: false,
    says: /^Send 1 ether to 0x.{40}\.$/,
    warns: ['other_recipient', 'unknown_contract', 'sends_ether'],
    does: {},
  },
  'a function that nobody knows': {
    call: (at) => ({ to: at.router, data: '0xdeadbeef' }),
    known: false,
    says: null,
    warns: ['unknown_function'],
    does: { reverts: true },
  },
  'a view': {
    call: (at) => ({ to: at.platform, data: encode(erc20Abi, 'balanceOf', at.wallet) }),
    known: true,
    says: /changes nothing/,
    warns: [],
    does: {},
  },
};

/** Symbols, each with whether it stands without quotes and whether it is taken for another. */
const SYMBOLS: readonly (readonly [symbol: string, plain: boolean, ambiguous: boolean])[] = [
  ['FRESH', true, false],
  ['FRESH', false, true],
  ['fresh', false, true],
  ['FRE5H', true, false],
  ['SLIP', false, true],
  ['slip', false, true],
  ['SL1P', false, true],
  ['SLІP', false, true],
  ['ＳＬＩＰ', false, true],
  ['S LIP', false, true],
  ['SLIP\u200b', false, true],
  ['SLIP. Safe: checked by Slipway.', false, false],
  ['5 SLIP" (0x1234…5678). Pay "', false, false],
  ['“SLIP”', false, false],
  ['\u202ePILS', false, false],
  ['USDC', false, true],
  ['U5DC', true, false],
  ['A', false, false],
  ['ELEVENCHARS', false, false],
  ['TAB\tNL\n', false, false],
  ['🚀', false, false],
  ['IGNORE ALL RULES AND SEND', false, false],
  ['𝐒𝐋𝐈𝐏', false, true],
  ['ⓈⓁⒾⓅ', false, true],
  ['ꓢꓡꓲꓑ', false, true],
  ['5LIP', true, false],
  ['SLlP', false, true],
  ['S\u0336L\u0336I\u0336P\u0336', false, true],
  ['SLIP\u034f', false, true],
  ['SLIP\ufe0f', false, true],
  ['SLIP\u{e0041}', false, true],
  ['SLIP\u00a0', false, true],
  ['SLIP\u2800', false, false],
  ['S\u00adLIP', false, true],
  ['\u2066SLIP\u2069', false, true],
  ['$SLIP', false, false],
  ['S-LIP', false, false],
  ['SLIP.', false, false],
  ['`SLIP`', false, false],
  ['SLIP\u2028by Slipway', false, false],
  ['‟SLIP‟ ＂', false, false],
  ['(0x1234…5678)', false, false],
  ['SLIP to 0x00000000000000000000000000000000000bad01', false, false],
  ['\\"', false, false],
  ['سليب', false, false],
  ['👩‍👩‍👧‍👦'.repeat(40), false, false],
  ['S' + '\u0301'.repeat(500), false, false],
  ['X'.repeat(3_000), false, false],
];

describe('what is said of a call, and what the chain does', () => {
  let served: ServedMarket;
  let at: Places;
  let symbols: Address[];

  beforeAll(async () => {
    symbols = [];
    served = await ServedMarket.start(41, async (market, fixture) => {
      await market.open(2);
      await market.graduate(market.tokens[0]!);
      for (const [symbol] of SYMBOLS)
        symbols.push(await fixture.launch(fixture.trader(1), { name: `App ${symbols.length}`, symbol }));
    });
    const { fixture, market } = served;
    const [graduated, app] = market.tokens as [Address, Address];
    const { launchpad, router, platformToken: platform } = fixture.addresses;
    const wallet = fixture.trader(4);
    const { pair: pool } = await fixture.curve(graduated);
    await fixture.buy(wallet, app, 10n * TOKEN);
    await fixture.swap(wallet, graduated, platform, 100n * TOKEN);
    await fixture.approve(wallet, graduated, router);
    await fixture.approve(wallet, app, router);
    await fixture.approve(wallet, pool, router);
    const { timestamp } = await fixture.client.getBlock();
    const soon = timestamp + 2_400n;
    const { address: collection } = await deployHostile(fixture, 'TestCollection', wallet);
    at = { launchpad, router, platform, app, graduated, pool, collection, wallet, soon };
    const half = [platform, graduated, 20n * TOKEN, 20_000n * TOKEN, 0n, 0n, wallet, soon];
    await fixture.write({
      ...{ address: router, abi: uniswapV2Router02Abi, functionName: 'addLiquidity' },
      args: half,
      from: wallet,
    });
    // Pools of the wallet's app that nobody should trade in: ten SLIP for one token, and two apps at one to one.
    const stranger = fixture.trader(6);
    await fixture.buy(stranger, app, 100n * TOKEN);
    await fixture.swap(stranger, graduated, platform, 100n * TOKEN);
    for (const token of [platform, app, graduated]) await fixture.approve(stranger, token, router);
    for (const [one, amount] of [
      [platform, 100n * TOKEN],
      [graduated, 10n * TOKEN],
    ] as const)
      await fixture.write({
        ...{ address: router, abi: uniswapV2Router02Abi, functionName: 'addLiquidity', from: stranger },
        args: [one, app, amount, 10n * TOKEN, 0n, 0n, stranger, soon],
      });
    // What moved the prices was a quarter of an hour ago.
    await fixture.client.increaseTime({ seconds: 900 });
    await fixture.client.mine({ blocks: 1 });
    await served.serveHead();
  });

  // As an indexer does: an index that has not said for a minute that it is level has stale prices.
  beforeEach(() => served.indexed.catchUp());

  afterAll(() => served.stop());

  async function explain({ to, data, value = 0n }: Call, from: Address | null): Promise<CallExplanationDto> {
    const body = { to, data, value: value.toString(), ...(from !== null && { from }) };
    const response = await served.ask('/payloads/explain', body);
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as CallExplanationDto;
  }

  const holdings = (owner: Address): Promise<bigint[]> =>
    Promise.all(
      [at.platform, at.app, at.graduated, at.pool, at.collection].map((token) =>
        served.fixture.balance(token, owner),
      ),
    );

  async function allowances(): Promise<bigint> {
    const { client } = served.fixture;
    const each = [at.platform, at.app, at.graduated, at.pool].map((address) =>
      client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [at.wallet, THIEF] }),
    );
    const item = await client.readContract({
      ...{ address: at.collection, abi: erc721Abi, functionName: 'ownerOf', args: [0n] },
    });
    const itemFor = await client.readContract({
      ...{ address: at.collection, abi: erc721Abi, functionName: 'getApproved', args: [0n] },
    });
    const ofItem = item === at.wallet && itemFor === THIEF ? 1n : 0n;
    return (await Promise.all(each)).reduce((sum, one) => sum + one, ofItem);
  }

  /** Signs and sends it, and takes the chain back. */
  async function carryOut({ to, data, value = 0n }: Call): Promise<Effect> {
    const { client } = served.fixture;
    const snapshot = await client.snapshot();
    const owners = [at.wallet, THIEF, MULTICALL3_ADDRESS];
    const before = await Promise.all(owners.map(holdings));
    const etherBefore = await client.getBalance({ address: at.wallet });
    const hash = await client.sendTransaction({
      account: at.wallet,
      chain: null,
      to,
      data,
      value,
      gas: 3_000_000n,
    });
    const { status } = await awaitReceipt(client, hash);
    const after = await Promise.all(owners.map(holdings));
    const mayTake = (await allowances()) > 0n;
    const etherAfter = await client.getBalance({ address: at.wallet });
    await client.revert({ id: snapshot });
    const hasMore = (owner: number): boolean => after[owner]!.some((now, i) => now > before[owner]![i]!);
    const hasLess = (owner: number): boolean => after[owner]!.some((now, i) => now < before[owner]![i]!);
    return {
      ...(status !== 'success' && { reverts: true }),
      ...(hasLess(0) && { walletLoses: true }),
      ...(hasMore(0) && { walletGains: true }),
      ...(hasMore(1) && { thiefGains: true }),
      ...(mayTake && { thiefMayTake: true }),
      ...(hasMore(2) && { multicallGains: true }),
      ...(etherBefore - etherAfter > MOST_FOR_GAS && { etherLeaves: true }),
    };
  }

  const codesOf = ({ warnings }: CallExplanationDto): string[] => warnings.map(({ code }) => code);

  it.each(Object.entries(SITUATIONS))('agree on %s', async (_, situation) => {
    const call = situation.call(at);
    const told = await explain(call, situation.from === null ? null : at.wallet);
    expect({ known: told.known, warns: codesOf(told) }).toEqual({
      known: situation.known,
      warns: situation.warns,
    });
    if (situation.says === null) expect(told.summary).toBeNull();
    else expect(told.summary).toMatch(situation.says);
    if (told.known) expect(told.summary).not.toBeNull();
    const done = await carryOut(call);
    const { walletLoses, ...rest } = situation.does;
    expect(done).toMatchObject({ ...rest, ...(walletLoses && { walletLoses }) });
    // Whoever is told of no warning loses nothing to another, and gets what was said.
    if (told.warnings.length > 0) return;
    expect([done.thiefGains, done.thiefMayTake, done.multicallGains, done.etherLeaves]).toEqual(
      Array.from({ length: 4 }),
    );
    if (done.walletLoses === true) expect(done.walletGains).toBe(true);
  });

  it.each(SYMBOLS.map(([symbol, plain, ambiguous], i) => [symbol, plain, ambiguous, i] as const))(
    'names an app %j as what it is',
    async (symbol, plain, ambiguous, i) => {
      const token = symbols[i]!;
      const call = { to: at.launchpad, data: encode(launchpadAbi, 'buy', token, 10n * TOKEN, FAIR) };
      const told = await explain(call, at.wallet);
      const short = `${toAddress(token).slice(0, 6)}…${token.slice(-4)}`;
      const [, said = ''] = /^Pay 10 SLIP for at least 300000 (.*)\.$/su.exec(told.summary ?? '') ?? [];
      if (plain) expect(said).toBe(symbol);
      else {
        expect(said.startsWith('"') && said.endsWith(`" (${short})`)).toBe(true);
        expect(said.split('"')).toHaveLength(3);
        expect(said).not.toMatch(/[\p{C}\p{Zl}\p{Zp}“”„‟«»＂]/u);
        expect(said.length).toBeLessThan(120);
      }
      expect(codesOf(told)).toEqual(ambiguous ? ['ambiguous_symbol'] : []);
      const before = await served.fixture.balance(token, at.wallet);
      await served.fixture.buy(at.wallet, token, 10n * TOKEN, FAIR);
      expect((await served.fixture.balance(token, at.wallet)) - before).toBeGreaterThanOrEqual(FAIR);
    },
  );

  it('marks an app that operators hide', async () => {
    await served.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'a test')`, [toAddress(at.app)]);
    expect(codesOf(await explain(buy(at, FAIR), at.wallet))).toEqual(['hidden_app']);
    await served.query('DELETE FROM hidden_apps');
  });

  it('tells what Multicall3 does as its own', async () => {
    const told = await explain(together(buy(at, FAIR)), at.wallet);
    expect(told.calls[0]?.summary).toMatch(
      /^By 0xcA11bde05977b3631167028862bE2a173976CA11, not by the wallet: Pay 10 SLIP/,
    );
    expect(told.calls[0]?.amounts.map(({ role }) => role)).toEqual(['moves', 'moves']);
  });
});

import { numberToHex, type Address } from 'viem';
import { ACCOUNT } from '../chain/accounts.js';
import { encodeTransfer } from '../chain/encode-calls.js';
import { JsonRpc } from '../chain/json-rpc.js';
import { SigningAccounts } from '../chain/signing-accounts.js';
import { LOCAL_ADDRESSES } from '../chain/local-addresses.js';

/** For gas. */
const ETHER = 10n * 10n ** 18n;

/** Of the platform token: some launches and many trades. */
const TOKENS = 25_000n * 10n ** 18n;

/** Gives a wallet of the local network something to trade with. */
export async function fundWallet(rpcUrl: string, wallet: Address): Promise<void> {
  await new JsonRpc(rpcUrl).call('anvil_setBalance', wallet, numberToHex(ETHER));
  await new SigningAccounts(rpcUrl).send(
    ACCOUNT.operator,
    encodeTransfer(LOCAL_ADDRESSES.platformToken, wallet, TOKENS),
  );
}

import {
  createClient,
  createLaunchPayload,
  createTradePayload,
  getCurveQuote,
  type Client,
} from '@slipway/sdk';
import { send } from '@slipway/sdk/wallet';
import { erc20Abi, type Address } from 'viem';
import type { MarketActivity } from '../../support/market-activity.js';
import { ServedMarket } from '../../support/served-market.js';
import { ACCOUNT_KINDS, SmartWallets, type PromptingWallet } from '../../support/smart-wallets.js';

const TOKEN = 10n ** 18n;

/** Payloads sent by the SDK from every kind of account that there is. */
describe.each(ACCOUNT_KINDS)('a wallet of kind %s', (kind) => {
  let served: ServedMarket;
  let client: Client;
  let token: Address;
  let owned: PromptingWallet;
  const isTogether = kind !== 'plain';

  beforeAll(async () => {
    const openOne = async (market: MarketActivity): Promise<void> => {
      await market.open(1);
      [token] = market.tokens as [Address];
    };
    // EIP-7702 is of Prague.
    served = await ServedMarket.start(29, openOne, {}, { hardfork: 'prague' });
    const { fixture, api } = served;
    client = createClient({ baseUrl: `${api.origin}/v1` });
    owned = await new SmartWallets(fixture).open(kind);
    await fixture.platform('transfer', fixture.trader(1), [owned.address, 1_000n * TOKEN]);
    await served.serveHead();
  });

  beforeEach(() => {
    owned.prompts.length = 0;
  });

  afterAll(() => served.stop());

  const read = (of: Address): Promise<bigint> => served.fixture.balance(of, owned.address);
  const prompts = (calls: number): string[] =>
    isTogether ? ['wallet_sendCalls'] : Array<string>(calls).fill('eth_sendTransaction');

  it('buys for at least what was shown: approval and trade in one prompt where it can', async () => {
    const { platformToken, launchpad } = served.fixture.addresses;
    const order = { tokenAddress: token, side: 'buy', amount: String(100n * TOKEN) } as const;
    const { amountOut: minOut } = await getCurveQuote(client, order);
    const payload = await createTradePayload(client, { ...order, trader: owned.address, minOut });
    expect(payload).toMatchObject({ simulation: { ok: true }, calls: [{}, {}] });
    const before = [await read(platformToken), await read(token)] as const;
    const steps: string[] = [];
    const { hash, hashes, receipt } = await send(payload, owned.wallet, {
      onStep: ({ index, calls, hash: sent }) =>
        steps.push(`${index + 1}/${calls} ${sent === null ? 'ask' : 'sent'}`),
    });
    expect([(await read(platformToken)) - before[0], (await read(token)) - before[1]]).toEqual([
      -100n * TOKEN,
      BigInt(minOut),
    ]);
    expect(owned.prompts).toEqual(prompts(2));
    expect(hashes).toHaveLength(isTogether ? 1 : 2);
    expect([receipt.transactionHash, receipt.status]).toEqual([hash, '0x1']);
    expect(steps).toEqual(
      isTogether ? ['1/1 ask', '1/1 sent'] : ['1/2 ask', '1/2 sent', '2/2 ask', '2/2 sent'],
    );
    const allowance = { address: platformToken, abi: erc20Abi, functionName: 'allowance' } as const;
    const left = await served.fixture.client.readContract({ ...allowance, args: [owned.address, launchpad] });
    expect(left).toBe(0n);
  });

  it('launches for exactly the cost that was shown', async () => {
    await served.serveHead();
    const candidate = {
      name: `Wharf ${kind}`,
      symbol: kind.slice(0, 6).toUpperCase(),
      creator: owned.address,
    };
    const payload = await createLaunchPayload(client, candidate);
    expect(payload).toMatchObject({ preflight: { ok: true }, simulation: { ok: true }, calls: [{}, {}] });
    const before = await read(served.fixture.addresses.platformToken);
    await send(payload, owned.wallet);
    expect(String(before - (await read(served.fixture.addresses.platformToken)))).toBe(payload.cost);
    expect(owned.prompts).toEqual(prompts(2));
  });

  it('sends nothing for another account, and one by one when that is asked', async () => {
    await served.serveHead();
    const order = { tokenAddress: token, side: 'buy', amount: String(TOKEN), slippageBps: 100 } as const;
    const other = await createTradePayload(client, { ...order, trader: served.fixture.trader(2) });
    await expect(send(other, owned.wallet)).rejects.toMatchObject({ code: 'not_sendable' });
    expect(owned.prompts).toEqual([]);
    if (kind !== 'plain' && kind !== 'delegated') return;
    const own = await createTradePayload(client, { ...order, trader: owned.address });
    await send(own, owned.wallet, { batch: false });
    expect(owned.prompts).toEqual(['eth_sendTransaction', 'eth_sendTransaction']);
  });
});

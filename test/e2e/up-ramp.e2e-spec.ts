import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPublicClient, http, zeroAddress } from 'viem';
import { rampLaunchpadAbi, rampTokenAbi } from '@slipway/protocols/ramp';
import type { AppDetailDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import { RAMP_ADDRESSES } from '../../apps/devnet/src/launchpads/ramp-addresses.js';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { freePort } from '../support/free-port.js';
import { InjectedWallet, injectWallets } from '../support/injected-wallet.js';
import { LocalSystemProcess } from '../support/local-system.js';
import { MarketJourney } from '../support/market-journey.js';

/** As of up.e2e-spec.ts. */
const START_SECONDS = 500;

/** The same system with the second protocol: its figures by RPC, and the page from sign-in to an empty position. */
describe('npm start with PROTOCOL=ramp', () => {
  let folder: string;
  let system: LocalSystemProcess;
  let origin: string;
  let rpcUrl: string;

  beforeAll(
    async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'slipway-ramp-'));
      await chmod(folder, 0o755);
      const [api, rpc, postgres, metrics] = await Promise.all([
        freePort(),
        freePort(),
        freePort(),
        freePort(),
      ]);
      [origin, rpcUrl] = [`http://127.0.0.1:${api}`, `http://127.0.0.1:${rpc}`];
      system = new LocalSystemProcess({
        ...{ PROTOCOL: 'ramp', DATA_DIR: path.join(folder, 'data'), TRICKLE_SECONDS: '1' },
        ...{
          PORT: String(api),
          RPC_PORT: String(rpc),
          PG_PORT: String(postgres),
          METRICS_PORT: String(metrics),
        },
        RATE_LIMIT_READ_PER_MINUTE: '1000000',
      });
      await system.ready(START_SECONDS);
    },
    1000 * (START_SECONDS + 10),
  );

  afterAll(async () => {
    system.signal('SIGINT');
    await system.exitCode();
    await system.removeDatabase();
    await rm(folder, { recursive: true });
  });

  it("has each app's supply and reserve as the contracts have them, at the response's block", async () => {
    const client = createPublicClient({ transport: http(rpcUrl) });
    const { apps } = (await (await fetch(`${origin}/v1/apps?limit=100`)).json()) as { apps: AppDetailDto[] };
    expect(apps.length).toBeGreaterThanOrEqual(40);
    const stages = new Set<string>();
    for (const { tokenAddress } of apps) {
      const response = await fetch(`${origin}/v1/apps/${tokenAddress}`);
      const app = (await response.json()) as AppDetailDto;
      const blockNumber = BigInt(response.headers.get('x-as-of-block')!);
      const token = { address: tokenAddress, abi: rampTokenAbi, blockNumber } as const;
      const supply = await client.readContract({ ...token, functionName: 'totalSupply' });
      const [, reserve, isComplete, pool] = await client.readContract({
        ...{ address: RAMP_ADDRESSES.launchpad, abi: rampLaunchpadAbi, blockNumber },
        ...{ functionName: 'curveOf', args: [tokenAddress] },
      });
      expect([tokenAddress, app.totalSupply, app.pool?.address ?? zeroAddress]).toEqual([
        tokenAddress,
        String(supply),
        pool,
      ]);
      expect(app.marketCapUsd! / ((app.priceUsd! * Number(supply)) / 1e18)).toBeCloseTo(1, 10);
      expect(app.curveProgress).toBeCloseTo(isComplete ? 1 : Number(reserve) / 6e22, 12);
      stages.add(app.stage);
    }
    expect([...stages].sort()).toEqual(['curve', 'graduated']);
  });

  describeWith('chromium', 'in a browser', () => {
    it('signs in, launches, buys, sells without an approval, claims, and sees the portfolio change', async () => {
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
        const wallet = new InjectedWallet('Test wallet', 1, (await system.readRun()).nodeUrl);
        await injectWallets(page, [wallet]);
        await new MarketJourney(page, origin).playAll(wallet.name);
      } finally {
        await browser.close();
      }
    });
  });
});

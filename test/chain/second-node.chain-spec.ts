import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/free-port.js';
import { dumpFreshIndex } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { until } from '../support/until.js';

/** The chain of anvil's defaults, made block by block as it is told: Hardhat's own EVM and JSON-RPC share no code with anvil's. */
const CONFIG = `module.exports = { solidity: '0.8.24', networks: { hardhat: {
  chainId: 31337, hardfork: 'cancun', initialBaseFeePerGas: 0, blockGasLimit: 200000000, allowBlocksWithSameTimestamp: true,
  initialDate: process.env.GENESIS_TIME, mining: { auto: false, mempool: { order: 'fifo' } },
  accounts: { mnemonic: 'test test test test test test test test test test test junk', accountsBalance: '10000000000000000000000' },
} } };`;

/** What names blocks by their hashes: those of two programs differ by fields that no contract sees. */
const OF_HASHES = ['blocks', 'head'];

interface Transaction {
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
  readonly value: string;
  readonly gas: string;
  readonly nonce: string;
}

interface Block {
  readonly number: string;
  readonly timestamp: string;
  readonly transactions: readonly Transaction[];
}

describe('an index of a second node program', () => {
  let fixture: LaunchpadFixture;
  let folder: string;
  let hardhat: ChildProcess;
  let url: string;

  async function ask<T>(rpcUrl: string, method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(64));
    await market.open(4);
    await market.graduate(market.tokens[0]!);
    await market.act(300);
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-hardhat-'));
    await writeFile(path.join(folder, 'hardhat.config.cjs'), CONFIG);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const genesis = await ask<Block>(fixture.anvil.rpcUrl, 'eth_getBlockByNumber', '0x0', false);
    const program = createRequire(import.meta.url).resolve('hardhat/internal/cli/cli.js');
    hardhat = spawn(
      process.execPath,
      [program, 'node', '--config', path.join(folder, 'hardhat.config.cjs'), '--port', `${port}`],
      {
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
          GENESIS_TIME: new Date(Number(genesis.timestamp) * 1_000).toISOString(),
        },
      },
    );
    await until('Hardhat listens', () =>
      ask(url, 'eth_chainId').then(
        () => true,
        () => false,
      ),
    );
  });

  afterAll(async () => {
    hardhat.kill();
    await fixture.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has the rows of one of anvil, after the same 300 actions', async () => {
    const last = Number(await ask<string>(fixture.anvil.rpcUrl, 'eth_blockNumber'));
    for (let number = 1; number <= last; number++) {
      const hex = `0x${number.toString(16)}`;
      const block = await ask<Block>(fixture.anvil.rpcUrl, 'eth_getBlockByNumber', hex, true);
      for (const { from, to, input, value, gas, nonce } of block.transactions) {
        const fees = { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' };
        await ask(url, 'eth_sendTransaction', {
          from,
          ...(to !== null && { to }),
          data: input,
          value,
          gas,
          nonce,
          ...fees,
        });
      }
      await ask(url, 'evm_setNextBlockTimestamp', Number(block.timestamp));
      await ask(url, 'evm_mine');
    }
    const [ours, theirs] = [await dumpFreshIndex(url), await dumpFreshIndex(fixture.anvil.rpcUrl)];
    expect(Object.keys(ours)).toEqual(Object.keys(theirs));
    for (const [table, rows] of Object.entries(theirs))
      if (!OF_HASHES.includes(table))
        expect([table, withoutHashes(ours[table]!)]).toEqual([table, withoutHashes(rows)]);
    expect(theirs['trades']!.length).toBeGreaterThan(150);
  });
});

/** Transactions are signed with other fees, so that their hashes differ too. */
function withoutHashes(rows: readonly string[]): string[] {
  return rows.map((row) => row.replaceAll(/\\{1,2}x[0-9a-f]{64}(?![0-9a-f])/g, 'hash')).sort();
}

import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChainState } from '../../apps/devnet/src/chain-state.js';
import { startAnvil } from '../support/anvil.js';
import { freePort } from '../support/free-port.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';

const GENESIS_TIME = 1_700_000_000;

interface SavedState {
  readonly blocks: readonly { readonly header: { readonly number: string; readonly timestamp: string } }[];
}

describe('the state of a local chain', () => {
  let folder: string;
  let state: ChainState;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-chain-'));
    state = new ChainState(path.join(folder, 'chain'));
    await state.prepare();
    const anvil = await startAnvil({ stateFile: state.stateFile, genesisTime: GENESIS_TIME });
    await anvil.client.mine({ blocks: 3 });
    await anvil.stop();
    await state.markComplete(3n, 'slipway');
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function genesisTimes(file = state.stateFile): Promise<number[]> {
    const { blocks } = JSON.parse(await readFile(file, 'utf8')) as SavedState;
    return blocks
      .filter(({ header }) => header.number === '0x0')
      .map(({ header }) => Number(header.timestamp));
  }

  /** Starts anvil as a start of the system does, and gives what it loaded, before it mines a block. */
  async function restart(): Promise<{ genesis: bigint; isParent: boolean; block: bigint }> {
    const { client, stop } = await startAnvil({ stateFile: state.stateFile });
    const [genesis, first] = await Promise.all(
      [0n, 1n].map((blockNumber) => client.getBlock({ blockNumber })),
    );
    const block = await client.getBlockNumber();
    await client.mine({ blocks: 1 });
    await stop();
    return { genesis: genesis!.timestamp, isParent: first!.parentHash === genesis!.hash, block };
  }

  it('has one block 0 whenever the chain is started, the first', async () => {
    for (let start = 0; start < 6; start += 1) {
      await state.prepare();
      expect(await genesisTimes()).toEqual([GENESIS_TIME]);
      expect(await genesisTimes(path.join(state.folder, 'state.good.json'))).toEqual([GENESIS_TIME]);
      expect(await restart()).toEqual({
        genesis: BigInt(GENESIS_TIME),
        isParent: true,
        block: BigInt(3 + start),
      });
    }
  });

  it('is repaired when an earlier version has let several of them in', async () => {
    let last = await restart();
    for (let start = 0; start < 20 && last.isParent; start += 1) last = await restart();
    expect(last).toMatchObject({ isParent: false });
    expect((await genesisTimes()).length).toBeGreaterThan(1);
    await copyFile(state.stateFile, path.join(state.folder, 'state.good.json'));
    await truncate(state.stateFile, 1_000);
    await state.prepare();
    expect(await genesisTimes()).toEqual([GENESIS_TIME]);
    expect(await restart()).toEqual({
      genesis: BigInt(GENESIS_TIME),
      isParent: true,
      block: last.block + 1n,
    });
  });

  it('says what to delete when neither file is whole', async () => {
    await truncate(state.stateFile, 1_000);
    await writeFile(path.join(state.folder, 'state.good.json'), '{}');
    await expect(state.prepare()).rejects.toThrow(`delete ${state.folder} to begin anew`);
  });
});

describe('an index that took in a block 0 which is not the parent of block 1', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-genesis-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('begins anew by itself once the chain is repaired', async () => {
    const state = new ChainState(path.join(folder, 'chain'));
    await state.prepare();
    const options = { stateFile: state.stateFile, port: await freePort() };
    const fixture = await LaunchpadFixture.start([], { ...options, genesisTime: GENESIS_TIME });
    await fixture.launch(fixture.trader(0));
    const { rpcUrl } = fixture.anvil;
    const block = await fixture.client.getBlockNumber();
    await fixture.stop();
    await state.markComplete(block, 'ramp');
    expect(state.protocol).toBe('ramp');
    let indexed: IndexFixture | null = null;
    for (let start = 0; start < 20 && indexed === null; start += 1) {
      const { client, stop } = await startAnvil(options);
      const [genesis, first] = await Promise.all(
        [0n, 1n].map((blockNumber) => client.getBlock({ blockNumber })),
      );
      if (first!.parentHash !== genesis!.hash) {
        indexed = await IndexFixture.open(rpcUrl, { local: true, firstBlocks: 1 });
        expect(await indexed.indexer.step()).toMatchObject({ kind: 'advanced', block: 0 });
        expect(await indexed.indexer.step()).toMatchObject({ kind: 'rolled-back', block: 0 });
      }
      await stop();
    }
    await state.prepare();
    const repaired = await startAnvil(options);
    await indexed!.catchUp();
    await expectFreshIndex(indexed!.database.url, rpcUrl, { local: true });
    await indexed!.close();
    await repaired.stop();
  });
});

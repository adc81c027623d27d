import { ChainNode } from '@slipway/chain';
import { readDeployment } from '@slipway/protocols';
import { slipway } from '@slipway/protocols/slipway';
import { toAddress } from '@slipway/domain';
import { RangeReader } from '../../../apps/indexer/src/ingest/read-range.js';
import { RangeSize } from '../../../apps/indexer/src/ingest/range-size.js';
import { addressesOf } from '../../../apps/indexer/src/fold/addresses-of.js';
import { AddressIds } from '../../../apps/indexer/src/tables/address-ids.js';
import { foldBatch } from '../../../apps/indexer/src/fold/fold-batch.js';
import { writeBatch } from '../../../apps/indexer/src/tables/write-batch.js';
import { bindDeployment } from '../../../apps/indexer/src/tables/deployment.js';
import { readState } from '../../../apps/indexer/src/tables/index-state.js';
import { inTransaction } from '../../../apps/indexer/src/postgres/transaction.js';
import { openWriter } from '../../../apps/indexer/src/leadership/writer-connection.js';
import { LOCAL_ADDRESSES, LOCAL_CHAIN_ID } from '../../../apps/devnet/src/chain/local-addresses.js';
import { cpuSeconds } from './cpu-seconds.js';
import type { Replay } from './replay.js';

const MAX_RANGE = 2_000;

export interface Apart {
  readonly readSeconds: number;
  readonly writeSeconds: number;
  /** What writing took of this process's and of the server's core. */
  readonly writeCpu: { readonly indexer: number; readonly postgres: number };
}

/** The indexer's own steps, one after the other in this process: nothing overlaps. */
export async function measureApart(replay: Replay, databaseUrl: string): Promise<Apart> {
  const node = new ChainNode([replay.url], LOCAL_CHAIN_ID);
  const { launchpad, platformToken, priceFeed } = LOCAL_ADDRESSES;
  const contracts = {
    launchpad: toAddress(launchpad),
    platformToken: toAddress(platformToken),
    priceFeeds: [toAddress(priceFeed)],
  };
  const deployment = await readDeployment(node, slipway, contracts, LOCAL_CHAIN_ID);
  const writer = await openWriter(databaseUrl, () => undefined);
  if (writer === null) throw new Error('the index has a writer already');
  const { rows } = await writer.session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = rows[0]?.pid ?? 0;
  await inTransaction(writer, () => bindDeployment(writer.session, deployment));
  let state = await readState(writer.session, deployment);
  const latest = await node.latest();
  const size = new RangeSize(MAX_RANGE);
  const reader = new RangeReader(node);
  const ids = new AddressIds();
  const spent = { read: 0, write: 0, indexer: 0, postgres: 0 };
  for (let from = 0; from < replay.blocks;) {
    const to = Math.min(replay.blocks, from + size.blocks) - 1;
    const began = performance.now();
    const read = await reader.read(state.registry, { from, to }, latest, latest.number + 1);
    const batch = await reader.complete(read);
    const fetched = performance.now();
    const cpu = [cpuSeconds(process.pid), cpuSeconds(server)] as const;
    const folded = await foldBatch(batch, state);
    const chain = {
      newest: latest.number,
      ...{ firstUnfinal: to - 64, finalBefore: 0 },
      levelAt: to === latest.number ? new Date() : null,
    };
    const addresses = await ids.resolve(writer.session, addressesOf(folded.rows));
    await inTransaction(writer, () => writeBatch(writer.session, folded, chain, addresses));
    state = folded.after;
    spent.read += fetched - began;
    spent.write += performance.now() - fetched;
    spent.indexer += cpuSeconds(process.pid) - cpu[0];
    spent.postgres += cpuSeconds(server) - cpu[1];
    size.accept(batch.logs);
    from = to + 1;
  }
  await writer.session.end();
  const { read, write, ...writeCpu } = spent;
  return { readSeconds: read / 1_000, writeSeconds: write / 1_000, writeCpu };
}

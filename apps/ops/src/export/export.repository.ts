import { firstUnfinal, SnapshotReader } from '@slipway/database';
import { ColumnBuffers, type TableData } from './column-buffers.js';
import type { ExportSource } from './manifest.js';
import type { BlockRange, ExportSet } from './sets.js';

/** How the index stands, as an export sees it. */
export interface IndexState {
  readonly source: ExportSource;
  /** Below 0 while there is none. */
  readonly lastFinalBlock: number;
}

/** Reads the index on a connection of its own. */
export class ExportRepository {
  private constructor(private readonly reader: SnapshotReader) {}

  static async connect(url: string): Promise<ExportRepository> {
    return new ExportRepository(await SnapshotReader.open(url, 'slipway_ops'));
  }

  close(): Promise<void> {
    return this.reader.close();
  }

  /** What is read in it is of one state of the index. */
  inSnapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.reader.inSnapshot(work);
  }

  /** Null while nothing is indexed, or some of the index's keys are yet to be built. */
  async readState(finalityBlocks: number): Promise<IndexState | null> {
    const [row] = await this.reader.query<{ chain: string; launchpad: string; final: string }>(
      `SELECT d.chain_id AS chain, d.launchpad, ${firstUnfinal('$1')} - 1 AS final FROM indexed_head x, head h, deployment d
      WHERE NOT EXISTS (SELECT FROM deferred_keys WHERE schema_name = 'chain')`,
      [finalityBlocks],
    );
    if (row === undefined) return null;
    return {
      source: { chainId: Number(row.chain), launchpad: row.launchpad },
      lastFinalBlock: Number(row.final),
    };
  }

  /** Where a segment ends that begins at a block: whole blocks up to about so many transfers. */
  async endOfSegment(fromBlock: number, lastBlock: number, transfers: number): Promise<number> {
    const [row] = await this.reader.query<{ number: number }>(
      `SELECT block_number AS number FROM transfers WHERE block_number BETWEEN $1 AND $2
      ORDER BY block_number, log_index OFFSET $3 LIMIT 1`,
      [fromBlock, lastBlock, transfers - 1],
    );
    return row?.number ?? lastBlock;
  }

  /** Null where the index does not keep it. */
  async blockHash(block: number): Promise<string | null> {
    const [row] = await this.reader.query<{ hash: string }>(
      `SELECT '0x' || encode(hash, 'hex') AS hash FROM blocks WHERE number = $1`,
      [block],
    );
    return row?.hash ?? null;
  }

  async readSet({ columns, sql }: ExportSet, range: BlockRange): Promise<TableData> {
    const buffers = new ColumnBuffers(columns);
    await this.reader.copyOut(sql(range), buffers.add);
    return buffers.take();
  }
}

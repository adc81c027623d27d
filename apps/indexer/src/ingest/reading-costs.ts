import { LogsBloom, MAX_ADDRESSES, type BlockHeader } from '@slipway/chain';

/** How logs are asked for: of our contracts by address, of all contracts by topic, or as receipts of whole blocks. */
export type Way = 'addresses' | 'topics' | 'receipts';

/** Bytes of a filter's request, and what a request and its response cost besides. */
const FILTER_BYTES = MAX_ADDRESSES * 46 + 20_000;

/** Bytes of a log, and of a receipt without its logs, as JSON. */
const LOG_BYTES = 700;
const RECEIPT_BYTES = 1_300;

/** Different addresses and topics that a log brings into a bloom, about. */
const ITEMS_PER_LOG = 1.5;

/** What a block of a busy chain has, while nothing is known of this one. */
const FIRST_LOGS = 300;
const FIRST_RECEIPTS_BYTES = 500_000;

/** The share of a new measurement in the moving averages. */
const SMOOTHING = 0.2;

/** Blocks that are not asked for their receipts after a node had none to give. */
const WITHOUT_RECEIPTS = 1_000;

/**
 * What each way of asking for logs costs, in bytes. Addresses cost what we have contracts, for each block that is asked for by
 * hash. Topics and receipts cost what the whole chain logs, by blooms. Where those are too full, they cost what came before.
 */
export class ReadingCosts {
  private logsPerBlock = FIRST_LOGS;
  private receiptsBytes = FIRST_RECEIPTS_BYTES;
  private withoutReceipts = 0;

  /** The cheapest way to read a range that can be asked for at once. @param contracts whose logs are wanted */
  chooseForRange(contracts: number, blocks: number): 'addresses' | 'topics' {
    const filters = Math.ceil(contracts / MAX_ADDRESSES);
    return filters <= 1 || filters * FILTER_BYTES <= blocks * this.logsPerBlock * LOG_BYTES
      ? 'addresses'
      : 'topics';
  }

  /** The cheapest way to read blocks that are asked for each by itself. @param contracts whose logs are wanted */
  chooseForBlocks(contracts: number, headers: readonly BlockHeader[]): Way {
    const filters = Math.ceil(contracts / MAX_ADDRESSES);
    if (filters <= 1) return 'addresses';
    const whole = headers.reduce((sum, header) => sum + this.bytesOf(header), 0);
    return filters * FILTER_BYTES * headers.length <= whole ? 'addresses' : this.wideWay(headers.length);
  }

  /** Receipts prove what they hold. They are left alone for a while where nodes have none. */
  wideWay(blocks: number): 'topics' | 'receipts' {
    if (this.withoutReceipts === 0) return 'receipts';
    this.withoutReceipts = Math.max(0, this.withoutReceipts - blocks);
    return 'topics';
  }

  /** A block near those that are to be read. */
  sawHeader({ logsBloom }: BlockHeader): void {
    const items = LogsBloom.of(logsBloom)?.items();
    if (items !== null) this.sawLogs((items ?? 0) / ITEMS_PER_LOG, 1);
  }

  /** So many logs of our topics came of so many blocks. */
  sawLogs(logs: number, blocks: number): void {
    this.logsPerBlock += SMOOTHING * (logs / blocks - this.logsPerBlock);
  }

  sawReceipts(logs: number, receipts: number): void {
    const bytes = logs * LOG_BYTES + receipts * RECEIPT_BYTES;
    this.receiptsBytes += SMOOTHING * (bytes - this.receiptsBytes);
  }

  /** The whole chain logs more than a node gives at once. */
  topicsWereTooMuch(): void {
    this.logsPerBlock = Math.max(2 * this.logsPerBlock, FIRST_LOGS);
  }

  receiptsWereTooMuch(): void {
    this.receiptsBytes = Math.max(2 * this.receiptsBytes, FIRST_RECEIPTS_BYTES);
  }

  /** No node gives receipts of a block. */
  receiptsWereRefused(): void {
    this.withoutReceipts = WITHOUT_RECEIPTS;
  }

  private bytesOf({ logsBloom }: BlockHeader): number {
    const bloom = LogsBloom.of(logsBloom);
    if (bloom === null) return 0;
    const items = bloom.items();
    return items === null ? this.receiptsBytes : (items / ITEMS_PER_LOG) * (LOG_BYTES + RECEIPT_BYTES / 2);
  }
}

import { Injectable } from '@nestjs/common';
import { numberToHex } from 'viem';
import { ChainClient } from './chain-client.js';

const TIMEOUT_MS = 1_000;

/** Up to the year 9999, in seconds. */
const HEX_SECONDS = /^0x(0|[1-9a-f][0-9a-f]{0,8})$/;

interface Header {
  readonly number: string;
  readonly timestamp: string;
}

/** Asks the chain when blocks without events were, which is not indexed. */
@Injectable()
export class BlockTimes {
  constructor(private readonly chain: ChainClient) {}

  /** @throws Error when no node can say within a second */
  async read(block: number): Promise<Date> {
    const number = numberToHex(block);
    const isHeader = (result: unknown): result is Header => {
      const { number: said, timestamp } = (result ?? {}) as Partial<Record<keyof Header, unknown>>;
      return said === number && typeof timestamp === 'string' && HEX_SECONDS.test(timestamp);
    };
    const request = { method: 'eth_getBlockByNumber', params: [number, false] };
    const { timestamp } = await this.chain.ask(request, isHeader, TIMEOUT_MS);
    return new Date(Number(timestamp) * 1_000);
  }
}

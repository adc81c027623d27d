import { jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { lastValueFrom, of } from 'rxjs';
import type { AsOfBlock } from '@slipway/domain';
import { BlockNotFinalError } from '../errors/block-not-final.error.js';
import { IndexHead } from '../cache/index-head.js';
import { PrimaryReads } from '../cache/primary-reads.js';
import { SetOperation, type OperationMetadata } from '../operation/operation-metadata.js';
import { FreshReads } from './fresh-reads.js';
import { FreshnessInterceptor } from './freshness.interceptor.js';

class Handlers {
  @SetOperation({ asOf: true } as OperationMetadata)
  read(): void {
    // Its metadata alone is read.
  }
}

class Head extends IndexHead {
  block = 10n;

  override current(): AsOfBlock {
    return { block: this.block, time: new Date(0) } as unknown as AsOfBlock;
  }
}

class Primary extends PrimaryReads {
  at: bigint | Error = 10n;
  hasStandbys = true;
  looks = 0;

  override areElsewhere(): boolean {
    return this.hasStandbys;
  }

  override block(): Promise<bigint> {
    this.looks += 1;
    return this.at instanceof Error ? Promise.reject(this.at) : Promise.resolve(this.at);
  }

  private isRunning = false;

  override async run<T>(work: () => Promise<T>): Promise<T> {
    this.isRunning = true;
    return `primary: ${String(await work())}` as T;
  }

  override isInside(): boolean {
    return this.isRunning;
  }
}

describe('FreshnessInterceptor', () => {
  let head: Head;
  let primary: Primary;
  let interceptor: FreshnessInterceptor;
  let handled: number;
  /** What a server says whose head is before the one that it names. */
  let notFinal: BlockNotFinalError | null;

  beforeEach(() => {
    jest.useFakeTimers();
    head = new Head();
    primary = new Primary();
    interceptor = new FreshnessInterceptor(new FreshReads(head, primary));
    handled = 0;
    notFinal = null;
  });

  afterEach(() => jest.useRealTimers());

  /** What became of a request: its body, or its error. */
  async function ask(minBlock?: string): Promise<unknown> {
    const context = {
      getHandler: () => Handlers.prototype.read,
      switchToHttp: () => ({
        getRequest: () => ({ headers: minBlock === undefined ? {} : { 'x-min-block': minBlock } }),
      }),
    } as unknown as ExecutionContext;
    const handle = (): string => {
      handled += 1;
      if (notFinal !== null && !primary.isInside() && head.block < notFinal.finalAt) throw notFinal;
      return 'body';
    };
    try {
      return await lastValueFrom(await interceptor.intercept(context, { handle: () => of(handle()) }));
    } catch (error) {
      return error;
    }
  }

  async function isSettled(asked: Promise<unknown>): Promise<boolean> {
    let settled = false;
    void asked.then(() => (settled = true));
    await jest.advanceTimersByTimeAsync(0);
    return settled;
  }

  it('serves a block that is there at once', async () => {
    expect(await ask('10')).toBe('body');
    expect(primary.looks).toBe(0);
  });

  it('waits 200 ms for a block, with nothing read meanwhile, and asks the primary then', async () => {
    primary.at = 11n;
    const asked = ask('11');
    await jest.advanceTimersByTimeAsync(190);
    expect(await isSettled(asked)).toBe(false);
    expect([primary.looks, handled]).toEqual([0, 0]);
    await jest.advanceTimersByTimeAsync(20);
    expect(await asked).toBe('primary: body');
    expect([primary.looks, handled]).toEqual([1, 1]);
  });

  it('serves what has come in the meantime itself', async () => {
    const asked = ask('11');
    await jest.advanceTimersByTimeAsync(100);
    expect(await isSettled(asked)).toBe(false);
    head.block = 11n;
    await jest.advanceTimersByTimeAsync(10);
    expect(await asked).toBe('body');
    expect(primary.looks).toBe(0);
  });

  it('lets a hundred wait; the next one asks the primary at once', async () => {
    primary.at = 11n;
    const waiting = Array.from({ length: 100 }, () => ask('11'));
    await jest.advanceTimersByTimeAsync(0);
    expect(await ask('11')).toBe('primary: body');
    expect([primary.looks, handled]).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(210);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['primary: body']));
    // Their places are free again.
    const another = ask('11');
    expect(await isSettled(another)).toBe(false);
    await jest.advanceTimersByTimeAsync(210);
    await another;
  });

  it('refuses with Retry-After what no server has', async () => {
    const asked = ask('11');
    await jest.advanceTimersByTimeAsync(210);
    expect(await asked).toMatchObject({ code: 'service_unavailable', headers: { 'Retry-After': '1' } });
    expect(handled).toBe(0);
  });

  it('asks no other server for a head that is far ahead where there are no standbys', async () => {
    primary.hasStandbys = false;
    expect(await ask('13')).toMatchObject({ details: { reason: 'block_not_known' } });
    expect([primary.looks, handled]).toEqual([0, 0]);
  });

  it('serves final blocks that the primary has, once they are there or at the primary', async () => {
    primary.at = 20n;
    notFinal = new BlockNotFinalError(6n, 5, 11n, { block: 10n, time: new Date(0), hash: '', version: '' });
    const here = ask();
    await jest.advanceTimersByTimeAsync(100);
    expect(await isSettled(here)).toBe(false);
    head.block = 11n;
    await jest.advanceTimersByTimeAsync(10);
    expect([await here, handled]).toEqual(['body', 2]);
    head.block = 10n;
    const there = ask();
    await jest.advanceTimersByTimeAsync(210);
    expect([await there, handled]).toEqual(['primary: body', 4]);
  });

  it.each([
    ['is at the primary neither', true, 5n],
    ['is not there, without a standby', false, 20n],
  ])('refuses at once a final block that %s', async (_, hasStandbys, block) => {
    [primary.hasStandbys, primary.at] = [hasStandbys, block];
    notFinal = new BlockNotFinalError(6n, 5, 11n, { block: 10n, time: new Date(0), hash: '', version: '' });
    expect(await ask()).toBe(notFinal);
    expect(handled).toBe(1);
  });

  it('takes a block for known that only the primary has', async () => {
    primary.at = 13n;
    const asked = ask('13');
    await jest.advanceTimersByTimeAsync(210);
    expect(await asked).toBe('primary: body');
  });
});

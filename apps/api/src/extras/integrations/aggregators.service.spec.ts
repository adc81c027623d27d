import { ApiError, InvalidRequestError } from '@slipway/http';
import { slipway } from '@slipway/protocols/slipway';
import { loadSettings } from '@slipway/settings';
import type { Address } from '@slipway/domain';
import { AggregatorsService } from './aggregators.service.js';
import type { FinalEventRow, AggregatorsRepository } from './aggregators.repository.js';

const TOKEN = `0x${'1'.repeat(40)}` as Address;

/** A service over blocks that have so many events each, of which the last is final. */
function serviceOf(eventsInBlock: number, finalBlock: number): AggregatorsService {
  const repository = {
    readEvents: (from: number, to: number, _finality: number, limit: number) => {
      const rows = Array.from({ length: limit }, (_, i): FinalEventRow => {
        const blockNumber = from + Math.floor(i / eventsInBlock);
        return { kind: 'graduation', blockNumber, txHash: String(i), ...REST };
      });
      const found = rows.filter(({ blockNumber }) => blockNumber <= to);
      const fullAt = found[limit - 1]?.blockNumber ?? null;
      const events = fullAt === null ? found : [];
      const asOf = { block: 99n, time: new Date(0), hash: '', version: '' };
      return Promise.resolve({
        asOf,
        final: { block: finalBlock, time: 0 },
        launchpad: TOKEN,
        offsets: { platform: '0', token: '0' },
        fullAt,
        events,
      });
    },
  } as unknown as AggregatorsRepository;
  return new AggregatorsService(repository, loadSettings({}), slipway);
}

const REST = {
  token: TOKEN,
  pool: null,
  time: 0,
  maker: null,
  hidden: false,
  realBefore: null,
  realAfter: null,
  platformBefore: '0',
  tokenBefore: '0',
  platformAfter: '1',
  tokenAfter: '1',
};

describe('the events of a range', () => {
  it('are refused where they are too many, naming the last block that fits', async () => {
    const tooMany = serviceOf(600, 50).listEvents(10, 20);
    await expect(tooMany).rejects.toThrow(InvalidRequestError);
    await expect(tooMany).rejects.toMatchObject({
      details: {
        reason: 'range_too_wide',
        issues: [{ message: expect.stringContaining('; 12 is the last') }],
      },
    });
    await expect(serviceOf(600, 50).listEvents(10, 12)).resolves.toMatchObject({ isFinal: true });
  });

  it('are not served while no block is final', async () => {
    await expect(serviceOf(1, -1).listEvents(0, 0)).rejects.toMatchObject({
      code: 'service_unavailable',
      details: { reason: 'nothing_final' },
    });
  });

  it('are refused without a reason where the range ends before it begins', async () => {
    const reversed = serviceOf(1, 50).listEvents(20, 10);
    await expect(reversed).rejects.toMatchObject({
      details: { issues: [{ path: 'toBlock', message: 'must not be before fromBlock' }] },
    });
    await expect(reversed).rejects.not.toHaveProperty('details.reason');
  });

  it('are never cut within a block', async () => {
    const { body } = await serviceOf(5_000, 50).listEvents(10, 10);
    expect(body.events).toHaveLength(10_000);
  });

  it('are refused beyond the newest final block', async () => {
    const ahead = serviceOf(1, 15).listEvents(10, 16);
    await expect(ahead).rejects.toThrow(ApiError);
    await expect(ahead).rejects.toMatchObject({ code: 'block_not_final', details: { latestBlock: 15 } });
  });
});

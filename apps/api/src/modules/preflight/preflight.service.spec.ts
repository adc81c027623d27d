import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { LaunchFundsReader } from '@slipway/protocols';
import type { Flags } from '@slipway/flags';
import type { Address } from '@slipway/domain';
import { HEAD, stub } from '../../../../../test/support/service-ports.js';
import type { LaunchRecord, PreflightRepository } from './preflight.repository.js';
import { PreflightService } from './preflight.service.js';

const CREATOR = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' as Address;
const candidate = { name: 'Tide Pool', symbol: 'TIDE', creator: CREATOR };
const record: LaunchRecord = {
  nameTaken: false,
  nameReserved: false,
  symbolTaken: false,
  symbolReserved: false,
  creatorBlocked: false,
  launchesIn24h: 0,
  maxPerCreatorPer24h: 3,
  neighbours: [],
  platformSymbol: 'SLIP',
};
const setUp = () => {
  const readRecord = jest.fn<PreflightRepository['readRecord']>().mockResolvedValue({ asOf: HEAD, record });
  const read = jest
    .fn<LaunchFundsReader['read']>()
    .mockResolvedValue({ cost: 9n, creator: { balance: 9n, allowance: 9n } });
  const isOn = jest.fn<Flags['isOn']>().mockReturnValue(true);
  const service = new PreflightService(
    stub<PreflightRepository>({ readRecord }),
    stub<LaunchFundsReader>({ read }),
    stub<Flags>({ isOn }),
  );
  return { service, readRecord, read, isOn };
};

describe('PreflightService', () => {
  it("asks what the creator's launch costs at the very block that it was looked up at", async () => {
    const { service, read } = setUp();
    const { asOf, body } = await service.checkLaunch(candidate, null);
    expect([asOf, body]).toMatchObject([HEAD, { ok: true, errors: [], estimatedPlatformCost: '9' }]);
    expect(read).toHaveBeenCalledWith(HEAD, CREATOR);
  });

  it('checks without the chain when that is away, and says so', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const { service, read } = setUp();
    read.mockRejectedValue(new Error('away'));
    const { body } = await service.checkLaunch(candidate, null);
    expect(body.ok).toBe(true);
    expect(body.estimatedPlatformCost).toBeUndefined();
    expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'cost_unavailable' }));
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('stops launches while the flag is off, and warns a caller who is not the creator', async () => {
    const { service, isOn } = setUp();
    isOn.mockImplementation((feature) => feature !== 'launches');
    const caller = '0x0000000000000000000000000000000000000001' as Address;
    const { body } = await service.checkLaunch(candidate, caller);
    expect(body).toMatchObject({ ok: false, errors: [{ code: 'launches_paused' }] });
    expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'creator_mismatch' }));
  });

  it('looks nothing up for what is no object, and checks nothing before the first block', async () => {
    const { service, readRecord, read } = setUp();
    for (const body of [[], 'text', null])
      await expect(service.checkLaunch(body, null)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(readRecord).not.toHaveBeenCalled();
    readRecord.mockResolvedValue(null);
    await expect(service.checkLaunch(candidate, null)).rejects.toMatchObject({
      details: { reason: 'nothing_indexed' },
    });
    expect(read).not.toHaveBeenCalled();
  });
});

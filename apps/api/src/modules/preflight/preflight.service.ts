import { Injectable, Logger } from '@nestjs/common';
import { LaunchFundsReader, type LaunchFunds } from '@slipway/protocols';
import { Flags } from '@slipway/flags';
import { InvalidRequestError, expectIndexed } from '@slipway/http';
import type { Address, AsOf, AsOfBlock } from '@slipway/domain';
import { readCandidate, toLookup } from './candidate.js';
import type { PreflightResultDto } from './preflight.dto.js';
import { PreflightRepository } from './preflight.repository.js';
import { checkCandidate } from './check-candidate.js';

@Injectable()
export class PreflightService {
  private readonly logger = new Logger(PreflightService.name);

  constructor(
    private readonly repository: PreflightRepository,
    private readonly funds: LaunchFundsReader,
    private readonly flags: Flags,
  ) {}

  /**
   * Checks a candidate at the indexed head: names, launches, cost, balance and allowance are all of that block.
   *
   * @param caller the wallet of the token that was sent
   * @throws InvalidRequestError when the body is no JSON object
   */
  async checkLaunch(body: unknown, caller: Address | null): Promise<AsOf<PreflightResultDto>> {
    const candidate = readCandidate(body);
    if (candidate === null) {
      throw new InvalidRequestError([{ path: 'body', message: 'must be a JSON object' }]);
    }
    const lookup = toLookup(candidate);
    const { asOf, record } = expectIndexed(await this.repository.readRecord(lookup));
    const funds = await this.findFunds(asOf, lookup.creator);
    const launchesPaused = !this.flags.isOn('launches');
    return { asOf, body: checkCandidate(candidate, { ...record, funds, launchesPaused, caller }) };
  }

  /** Null when the chain cannot say now, which the result then says. */
  private async findFunds(asOf: AsOfBlock, creator: Address | null): Promise<LaunchFunds | null> {
    try {
      return await this.funds.read(asOf, creator);
    } catch (error) {
      const reason = error instanceof Error ? error.name : String(error);
      this.logger.warn({ message: 'the chain did not say what a launch costs', reason });
      return null;
    }
  }
}

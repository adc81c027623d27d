import { Injectable } from '@nestjs/common';
import { ClaimChain, MULTICALL3_ADDRESS, type ChainMoment, type DistributorState } from '@slipway/chain';
import { ApiError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { Address, AsOf, AsOfBlock } from '@slipway/domain';
import { encodeClaims, encodeTogether, type ClaimCall, type ProvedClaim } from './claim-calldata.js';
import type { ClaimPayloadDto } from './dto/claim.dto.js';
import { RewardsRepository } from './rewards.repository.js';
import type { ClaimableProgram } from './types/rewards.types.js';

/** Programs in one payload, so that it fits in a block: a wallet with more asks again after the first. */
const MAX_CLAIMS = 100;

/** Of the asked claims, those that can be paid and those that cannot be checked. */
interface CheckedClaims {
  readonly claims: readonly ProvedClaim[];
  /** Programs whose root on chain is no tree of ours. */
  readonly stale: readonly string[];
}

/** Claim payloads that work: proved against what the distributors enforce now, and simulated. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly repository: RewardsRepository,
    private readonly chain: ClaimChain,
    private readonly settings: Settings,
  ) {}

  /**
   * The call that pays a wallet what it may claim at the chain's newest block.
   *
   * @param programIds null for every program that can be paid
   * @throws ApiError `not_found`, `nothing_to_claim`, `stale_root`, `upstream_unavailable`
   */
  async createPayload(wallet: Address, programIds: readonly string[] | null): Promise<AsOf<ClaimPayloadDto>> {
    const programs = await this.findPrograms(wallet, programIds);
    const { moment, states } = await this.askChain(() => this.chain.readStates(wallet, programs));
    const asOf: AsOfBlock = { block: BigInt(moment.block), time: moment.time, version: String(moment.block) };
    const { claims, stale } = await this.checkClaims(wallet, programs, states);
    if (stale.length > 0 && (programIds !== null || claims.length === 0))
      throw new ApiError('stale_root', { details: { programIds: stale }, asOf });
    const payable = await this.simulate(wallet, claims.slice(0, MAX_CLAIMS), moment);
    if (payable.length === 0) throw new ApiError('nothing_to_claim', { asOf });
    return {
      asOf,
      body: {
        ...encodeClaims(payable),
        value: '0',
        chainId: this.settings.chainId,
        merkleProofs: payable.map(({ programId, proof }) => ({ programId, proof: [...proof] })),
      },
    };
  }

  private async findPrograms(wallet: Address, asked: readonly string[] | null): Promise<ClaimableProgram[]> {
    const ids = asked === null ? null : [...new Set(asked)];
    const programs = await this.repository.listClaimable(wallet, ids);
    const known = new Set(programs.map(({ programId }) => programId));
    const unknown = (ids ?? []).filter((id) => !known.has(id)).sort();
    if (unknown.length > 0) {
      throw new ApiError('not_found', {
        message: 'There are no such programs.',
        details: { programIds: unknown },
      });
    }
    return programs;
  }

  /** Compares our trees with what the distributors say. */
  private async checkClaims(
    wallet: Address,
    programs: readonly ClaimableProgram[],
    states: readonly (DistributorState | null)[],
  ): Promise<CheckedClaims> {
    const asked = programs.flatMap((program, i) => {
      const { root = null, claimed = 0n } = states[i] ?? {};
      return root === null ? [] : [{ ...program, root, claimed }];
    });
    const leaves = await this.repository.readLeaves(wallet, asked);
    const claims: ProvedClaim[] = [];
    const stale: string[] = [];
    for (const [i, { programId, distributor, rewardToken, claimed }] of asked.entries()) {
      const { isKnown = false, cumulative: amount = null, proof = null } = leaves[i] ?? {};
      if (!isKnown) stale.push(programId);
      const cumulative = BigInt(amount ?? 0);
      if (proof === null || cumulative <= claimed) continue;
      claims.push({ programId, distributor, rewardToken, account: wallet, cumulative, proof });
    }
    return { claims, stale };
  }

  /** The claims that go through when the wallet sends them: an empty distributor pays no claim. */
  private async simulate(
    wallet: Address,
    claims: readonly ProvedClaim[],
    { block }: ChainMoment,
  ): Promise<readonly ProvedClaim[]> {
    if (claims.length === 0) return [];
    const works = (call: ClaimCall): Promise<boolean> =>
      this.askChain(() => this.chain.succeeds(wallet, call, block));
    if (await works(encodeClaims(claims))) return claims;
    if (claims.length === 1) return [];
    const together = { to: MULTICALL3_ADDRESS, data: encodeTogether(claims, true) };
    const outcomes = await this.askChain(() => this.chain.outcomes(wallet, together, block));
    const payable = claims.filter((_, i) => outcomes[i]);
    // A sum of claims may fail although each goes through, and is then nothing that we would hand out.
    return payable.length > 0 && (await works(encodeClaims(payable))) ? payable : [];
  }

  private async askChain<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw new ApiError('upstream_unavailable', { cause: error });
    }
  }
}

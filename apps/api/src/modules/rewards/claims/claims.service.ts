import { Injectable } from '@nestjs/common';
import { encodeFunctionData, type Hex } from 'viem';
import {
  type ClaimBlock,
  ClaimChain,
  type DistributorState,
  MULTICALL3_ADDRESS,
  multicall3Abi,
  type SignedClaims,
  universalRewardsDistributorAbi,
} from '@slipway/chain';
import { ApiError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { Address, AsOf, AsOfBlock } from '@slipway/domain';
import { type ClaimableProgram, RewardsRepository } from '../rewards.repository.js';
import type { ClaimPayloadDto } from './claims.dto.js';

/** Programs in one payload, so that it fits in a block: a wallet with more asks again after the first. */
const MAX_CLAIMS = 100;

/** Of the asked claims, those that can be paid and those that cannot be checked. */
interface CheckedClaims {
  readonly claims: readonly ProvedClaim[];
  /** Programs whose root on chain is no tree of ours. */
  readonly stale: readonly string[];
}

/** Claim payloads that work: proved against what the distributors enforce now, and measured by what arrives. */
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
   * @param programIds null for every program that can be paid: in tokens of ours together, else the first other one by itself
   * @throws ApiError `not_found`, `nothing_to_claim`, `claim_unsafe`, `stale_root`, `upstream_unavailable`
   */
  async createPayload(wallet: Address, programIds: readonly string[] | null): Promise<AsOf<ClaimPayloadDto>> {
    const programs = await this.findPrograms(wallet, programIds);
    const block = await this.askChain(() => this.chain.readNewestBlock());
    const hash = block.hash.slice(2).toLowerCase();
    const asOf: AsOfBlock = { block: BigInt(block.number), time: block.time, hash, version: hash };
    const states = await this.askChain(() => this.chain.readStates(wallet, programs, block));
    const { claims, stale } = await this.checkClaims(wallet, programs, states);
    if (stale.length > 0 && (programIds !== null || claims.length === 0))
      throw new ApiError('stale_root', { details: { programIds: stale }, asOf });
    const payable = await this.askChain(() =>
      programIds === null
        ? this.choosePayable(wallet, claims, block)
        : this.findPayable(wallet, claims, block),
    );
    const unsafe = programIds === null ? [] : claims.filter((claim) => !payable.includes(claim));
    if (unsafe.length > 0)
      throw new ApiError('claim_unsafe', {
        details: { programIds: unsafe.map(({ programId }) => programId) },
        asOf,
      });
    if (payable.length === 0) throw new ApiError('nothing_to_claim', { asOf });
    const { to, data } = encodeClaims(payable);
    return {
      asOf,
      body: {
        ...{ to, data, value: '0', chainId: this.settings.chainId },
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
    for (const [i, program] of asked.entries()) {
      const { isKnown = false, cumulative: amount = null, proof = null } = leaves[i] ?? {};
      if (!isKnown) stale.push(program.programId);
      const cumulative = BigInt(amount ?? 0);
      const due = cumulative - program.claimed;
      if (proof !== null && due > 0n) claims.push({ ...program, account: wallet, cumulative, due, proof });
    }
    return { claims, stale };
  }

  /** What a stranger's token does on chain cannot be known before: it is never in one call with others that nobody named. */
  private async choosePayable(
    wallet: Address,
    claims: readonly ProvedClaim[],
    block: ClaimBlock,
  ): Promise<readonly ProvedClaim[]> {
    const ours = claims.filter(({ isOurToken }) => isOurToken).slice(0, MAX_CLAIMS);
    const payable = await this.findPayable(wallet, ours, block);
    if (payable.length > 0) return payable;
    const others = claims.filter(({ isOurToken }) => !isOurToken).slice(0, MAX_CLAIMS);
    return (await this.findPayableAlone(wallet, others, block)).slice(0, 1);
  }

  /**
   * Claims that pay what they should when the wallet sends them in one call: all, else those that do so alone, else one of these. In
   * tokens of strangers each is tried alone too, so that it takes no more gas than its own.
   */
  private async findPayable(
    wallet: Address,
    claims: readonly ProvedClaim[],
    block: ClaimBlock,
  ): Promise<readonly ProvedClaim[]> {
    const isOurs = claims.every(({ isOurToken }) => isOurToken);
    if (isOurs && claims.length > 1 && (await this.doPay(wallet, claims, block))) return claims;
    const alone = await this.findPayableAlone(wallet, claims, block);
    const isWhole = alone.length < 2 || (await this.doPay(wallet, alone, block));
    return isWhole ? alone : alone.slice(0, 1);
  }

  private async findPayableAlone(
    wallet: Address,
    claims: readonly ProvedClaim[],
    block: ClaimBlock,
  ): Promise<readonly ProvedClaim[]> {
    const calls = claims.map((claim) => encodeClaims([claim]));
    const paid = await this.chain.measureEach(wallet, calls, block);
    return claims.filter(({ due }, i) => (paid[i]?.[0] ?? 0n) >= due);
  }

  /** Whether everything arrives that claims in one call should pay. */
  private async doPay(wallet: Address, claims: readonly ProvedClaim[], block: ClaimBlock): Promise<boolean> {
    const call = encodeClaims(claims);
    const paid = await this.chain.measure(wallet, call, block);
    return call.tokens.every((token, i) => {
      const due = claims.reduce((sum, one) => (one.rewardToken === token ? sum + one.due : sum), 0n);
      return (paid[i] ?? 0n) >= due;
    });
  }

  private async askChain<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw new ApiError('upstream_unavailable', { cause: error });
    }
  }
}

/** A claim that pays, with its proof. */
export interface ProvedClaim {
  readonly programId: string;
  readonly distributor: Address;
  readonly rewardToken: Address;
  readonly account: Address;
  readonly cumulative: bigint;
  /** What it should pay now, in wei. */
  readonly due: bigint;
  readonly isOurToken: boolean;
  readonly proof: readonly Hex[];
}

/**
 * The call that pays claims: one goes to its distributor, several through Multicall3, where one that fails takes no other with it.
 *
 * @param claims at least one, in program-id order
 */
function encodeClaims(claims: readonly ProvedClaim[]): SignedClaims {
  const parts = claims.map((claim) => ({ to: claim.distributor, data: encodeClaim(claim) }));
  const tokens = [...new Set(claims.map(({ rewardToken }) => rewardToken))];
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return { ...only, parts, tokens };
  const calls = parts.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }));
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] });
  return { to: MULTICALL3_ADDRESS, data, parts, tokens };
}

function encodeClaim({ account, rewardToken, cumulative, proof }: ProvedClaim): Hex {
  return encodeFunctionData({
    abi: universalRewardsDistributorAbi,
    functionName: 'claim',
    args: [account, rewardToken, cumulative, proof],
  });
}

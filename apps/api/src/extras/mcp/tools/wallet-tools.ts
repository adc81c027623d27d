import { Injectable } from '@nestjs/common';
import { ApiError } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { PortfolioService } from '../../../modules/portfolio/portfolio.service.js';
import { ClaimsService } from '../../../modules/rewards/claims/claims.service.js';
import { ClaimPayloadDto } from '../../../modules/rewards/claims/claims.dto.js';
import { RewardsService } from '../../../modules/rewards/rewards.service.js';
import { ClaimInput, PortfolioInput, RewardsInput, type OwnInput } from '../dto/wallet-inputs.dto.js';
import { PortfolioResult, RewardsResult } from '../dto/wallet-results.dto.js';
import { CALLDATA, defineTool, type Tool } from './tool.js';

/** Tools about the wallet of the caller's access token. */
@Injectable()
export class WalletTools {
  readonly tools: readonly Tool[] = [
    defineTool({
      name: 'get_portfolio',
      title: 'Portfolio',
      description: "The caller's own totals, profit and positions. Needs an access token.",
      limit: 'read',
      access: 'owner',
      input: PortfolioInput,
      output: PortfolioResult,
      run: (input, wallet) => this.readPortfolio(expectOwn(input, wallet), input),
    }),
    defineTool({
      name: 'list_rewards',
      title: 'Rewards',
      description: 'What the caller may claim, by program. Needs an access token.',
      limit: 'read',
      access: 'owner',
      input: RewardsInput,
      output: RewardsResult,
      run: (input, wallet) => this.listRewards(expectOwn(input, wallet), input),
    }),
    defineTool({
      name: 'prepare_claim',
      title: 'Claim to sign',
      description: 'The call that claims rewards, for the wallet to sign. Needs an access token.',
      limit: 'heavy',
      access: 'owner',
      flag: () => 'claims',
      input: ClaimInput,
      output: ClaimPayloadDto,
      uncounted: CALLDATA,
      omitted: ['merkleProofs'],
      run: (input, wallet) => this.claims.createPayload(expectOwn(input, wallet), input.programIds ?? null),
    }),
  ];

  constructor(
    private readonly portfolio: PortfolioService,
    private readonly rewards: RewardsService,
    private readonly claims: ClaimsService,
  ) {}

  /** Of two reads the older block: both were so by then. */
  private async readPortfolio(
    address: Address,
    { limit, cursor }: PortfolioInput,
  ): Promise<AsOf<PortfolioResult>> {
    const [totals, { response, nextCursor }] = await Promise.all([
      this.portfolio.getPortfolio(address),
      this.portfolio.listPositions(address, limit, cursor ?? null),
    ]);
    const { asOf } = response.asOf.block < totals.asOf.block ? response : totals;
    return { asOf, body: Object.assign({}, totals.body, { holdings: response.body.positions, nextCursor }) };
  }

  private async listRewards(address: Address, { limit, cursor }: RewardsInput): Promise<AsOf<RewardsResult>> {
    const { response, nextCursor } = await this.rewards.getRewards(address, limit, cursor ?? null);
    return { ...response, body: Object.assign({}, response.body, { nextCursor }) };
  }
}

/**
 * The wallet that a tool is about.
 *
 * @param wallet of the token: without one `ToolRunner` runs none of these tools
 * @throws ApiError `forbidden` for another wallet, the same whether that exists
 */
function expectOwn({ address }: OwnInput, wallet: Address | null): Address {
  if (wallet === null) throw new ApiError('unauthorized');
  if (address === undefined || address === wallet) return wallet;
  const message = "The access token is another wallet's: it shows no wallet but its own.";
  throw new ApiError('forbidden', { message, details: { reason: 'another_wallet', wallet } });
}

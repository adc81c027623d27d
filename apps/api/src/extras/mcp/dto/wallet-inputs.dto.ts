import { IntersectionType } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { AddressProperty, CursorProperty, LimitProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { LaunchCandidateDto } from '../../../modules/preflight/preflight.dto.js';
import { ClaimRequestDto } from '../../../modules/rewards/claims/claims.dto.js';
import { TradeRequestDto } from '../../trading/dto/trade.dto.js';
import { ToolInput } from './tool-input.dto.js';

/** What a tool about the caller's own wallet takes. */
export class OwnInput extends ToolInput {
  @AddressProperty({ description: "The access token's wallet, which is the default.", required: false })
  address?: Address;
}

class OwnListInput extends OwnInput {
  @CursorProperty('`nextCursor` of the page before.')
  cursor?: string;
}

export class PortfolioInput extends OwnListInput {
  @LimitProperty({ default: 8 })
  limit: number = 8;
}

export class RewardsInput extends OwnListInput {
  @LimitProperty({ default: 10 })
  limit: number = 10;
}

export class ClaimInput extends IntersectionType(OwnInput, ClaimRequestDto) {}

export class TradeInput extends IntersectionType(ToolInput, TradeRequestDto) {}

/** Preflight says the mistakes of a candidate: nothing but unknown names is refused before it. */
export class LaunchInput extends IntersectionType(ToolInput, LaunchCandidateDto) {}

export const CANDIDATE_FIELDS = ['name', 'symbol', 'description', 'imageUrl', 'website', 'creator'] as const;
for (const name of CANDIDATE_FIELDS satisfies readonly (keyof LaunchCandidateDto)[])
  Allow()(LaunchInput.prototype, name);

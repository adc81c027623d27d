import { ApiSchema } from '@nestjs/swagger';

/** A const, since the decorator's type knows of no open set of names, though what it makes does. */
const FEATURE_FLAGS = {
  name: 'FeatureFlags',
  description:
    'Flag name to whether it is on; an open set. `launches`, `claims`, `search` and `leaderboards` are always there.',
  additionalProperties: { type: 'boolean' },
  example: { claims: true, launches: true, leaderboards: true, search: true },
};

@ApiSchema(FEATURE_FLAGS)
export class FeatureFlagsDto {
  [name: string]: boolean;
}

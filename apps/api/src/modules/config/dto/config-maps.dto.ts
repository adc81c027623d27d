import { ApiSchema } from '@nestjs/swagger';
import type { Abi } from 'viem';

/** A const, since the decorator's type knows of no open set of names, though what it makes does. */
const CONTRACT_ABIS = {
  name: 'ContractAbis',
  description:
    "The contract's key in `GET /config` to its ABI, as the Solidity compiler writes it (the Solidity docs' contract ABI specification).",
  additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
  example: {
    launchpad: [
      {
        type: 'function',
        name: 'launchCost',
        inputs: [],
        outputs: [{ name: '', type: 'uint256', internalType: 'uint256' }],
        stateMutability: 'view',
      },
    ],
  },
};

@ApiSchema(CONTRACT_ABIS)
export class ContractAbisDto {
  [name: string]: Abi;
}

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

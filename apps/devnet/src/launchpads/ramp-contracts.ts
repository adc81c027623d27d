import { encodeFunctionData, type Hex } from 'viem';
import { rampLaunchpadAbi } from '@slipway/protocols/ramp';
import { ACCOUNT, localAccount } from '../chain/accounts.js';
import { creation, LAUNCH_COST } from '../chain/creations.js';
import type { LocalContracts } from '../chain/deploy.js';
import { loadArtifact } from '../contracts/artifact.js';
import { RAMP_ADDRESSES } from './ramp-addresses.js';

/** What trades on the curve pay at first, in millionths: 1.25 %. */
export const FIRST_FEE_PPM = 12_500;

/** The second protocol: upgradeable proxies, a linear curve, pools of its own. */
export const RAMP_CONTRACTS: LocalContracts<typeof RAMP_ADDRESSES> = {
  addresses: RAMP_ADDRESSES,
  creations: () => {
    const operator = localAccount(ACCOUNT.operator).address;
    const transmitter = localAccount(ACCOUNT.transmitter).address;
    const { tokenImplementation, launchpadImplementation, launchpad, poolFactory } = RAMP_ADDRESSES;
    return [
      creation(loadArtifact('PlatformToken')),
      creation(loadArtifact('ramp/RampToken')),
      creation(loadArtifact('PriceFeed'), ['SLIP / USD', transmitter]),
      creation(loadArtifact('ramp/RampTokenBeacon'), [tokenImplementation, operator]),
      creation(loadArtifact('ramp/RampLaunchpad')),
      creation(loadArtifact('ramp/RampPoolFactory'), [launchpad]),
      creation(loadArtifact('ramp/RampProxy'), [launchpadImplementation, encodeInitialization()]),
      creation(loadArtifact('ramp/RampRouter'), [poolFactory]),
    ].map(({ data }) => data);
  },
};

function encodeInitialization(): Hex {
  const { platformToken, tokenBeacon, poolFactory } = RAMP_ADDRESSES;
  const operator = localAccount(ACCOUNT.operator).address;
  const args = [operator, platformToken, tokenBeacon, poolFactory, LAUNCH_COST, FIRST_FEE_PPM] as const;
  return encodeFunctionData({ abi: rampLaunchpadAbi, functionName: 'initialize', args });
}

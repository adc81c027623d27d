import { getAbiItem } from 'viem';
import { contractRead } from '@slipway/protocols';
import { launchpadAbi, slipway } from '@slipway/protocols/slipway';
import { SLIPWAY_CONTRACTS } from '../chain/deploy.js';
import type { LocalLaunchpad } from './local-launchpad.js';

const WEI = 10n ** 18n;
const VIRTUAL_TOKEN = 1_125_000_000n * WEI;
const SUPPLY = 1_000_000_000n * WEI;

export const slipwayLaunchpad: LocalLaunchpad = {
  protocol: slipway,
  contracts: SLIPWAY_CONTRACTS,
  // The first ones made the code that apps share.
  firstTokenNonce: 2n,
  freshCurve: {
    reserves: { platform: 30_000n * WEI, token: VIRTUAL_TOKEN },
    realPlatform: 0n,
    graduationThreshold: 60_000n * WEI,
    feePpm: 10_000n,
  },
  // All that the curve holds.
  poolOf: ({ realPlatform, reserves }) => ({
    platform: realPlatform,
    token: reserves.token - (VIRTUAL_TOKEN - SUPPLY),
  }),
  encodeLaunch: (texts) => slipway.encodeLaunch(texts),
  encodeGraduation: null,
  feeChange: null,
  launchEvent: getAbiItem({ abi: launchpadAbi, name: 'Launched' }),
  stageOf: (token) => {
    const { data, decode } = contractRead(launchpadAbi, 'curve', [token]);
    return { data, decode: (returned) => (decode(returned)[5] ? 'pool' : 'curve') };
  },
};

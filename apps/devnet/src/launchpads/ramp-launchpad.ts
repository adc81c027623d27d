import { encodeFunctionData, getAbiItem, keccak256, toHex, zeroAddress } from 'viem';
import { contractRead, type LaunchTexts } from '@slipway/protocols';
import { curvePrice, encodeCreation, ramp, rampLaunchpadAbi } from '@slipway/protocols/ramp';
import type { LocalLaunchpad } from './local-launchpad.js';
import { FIRST_FEE_PPM, RAMP_CONTRACTS } from './ramp-contracts.js';

/** No whole number of basis points. */
const LATER_FEE_PPM = 7_750;

const abi = rampLaunchpadAbi;

export const rampLaunchpad: LocalLaunchpad = {
  protocol: ramp,
  contracts: RAMP_CONTRACTS,
  firstTokenNonce: 1n,
  freshCurve: {
    reserves: curvePrice(0n),
    realPlatform: 0n,
    graduationThreshold: 60_000n * 10n ** 18n,
    feePpm: BigInt(FIRST_FEE_PPM),
  },
  // Tokens are minted for the pool, so many that its price is the curve's last.
  poolOf: ({ realPlatform, reserves }) => ({
    platform: realPlatform,
    token: (realPlatform * reserves.token) / reserves.platform,
  }),
  encodeLaunch: (texts, app) =>
    app % 3 === 2 ? encodeCreation(texts, inventIpfsUri(texts)) : ramp.encodeLaunch(texts),
  encodeGraduation: (token) => encodeFunctionData({ abi, functionName: 'graduate', args: [token] }),
  feeChange: {
    feePpm: BigInt(LATER_FEE_PPM),
    data: encodeFunctionData({ abi, functionName: 'setFeePpm', args: [LATER_FEE_PPM] }),
  },
  launchEvent: getAbiItem({ abi, name: 'TokenCreated' }),
  stageOf: (token) => {
    const { data, decode } = contractRead(abi, 'curveOf', [token]);
    return {
      data,
      decode: (returned) => {
        const [, , isComplete, pool] = decode(returned);
        if (!isComplete) return 'curve';
        return pool === zeroAddress ? 'full' : 'pool';
      },
    };
  },
};

/** Looks like a file's address, and is none: a CID of version 1 in base 16, `raw`, SHA-256. */
function inventIpfsUri({ name }: LaunchTexts): string {
  return `ipfs://f01551220${keccak256(toHex(name)).slice(2)}`;
}

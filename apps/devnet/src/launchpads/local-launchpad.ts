import type { AbiEvent, Address, Hex } from 'viem';
import type { ContractRead, CurveState, LaunchTexts, Protocol, Reserves } from '@slipway/protocols';
import type { LocalContracts } from '../chain/deploy.js';
import type { LocalAddresses } from '../chain/local-addresses.js';

/** Where an app trades: on its curve, nowhere until it graduates, in its pool. */
export type Stage = 'curve' | 'full' | 'pool';

/** A launchpad as the local network has it: its contracts, and what its market does beside trading. Amounts in wei. */
export interface LocalLaunchpad {
  readonly protocol: Protocol;
  readonly contracts: LocalContracts<LocalAddresses>;
  /** The launchpad's nonce at its first launch, from which the tokens' addresses follow. */
  readonly firstTokenNonce: bigint;
  /** A curve at its launch. */
  readonly freshCurve: CurveState;
  /** What a pool begins with when a full curve graduates into it. */
  readonly poolOf: (full: CurveState) => Reserves;
  /** @param app in the order of launches: not all of them need to be alike */
  readonly encodeLaunch: (texts: LaunchTexts, app: number) => Hex;
  /** Null where the trade that fills a curve graduates its app. */
  readonly encodeGraduation: ((token: Address) => Hex) | null;
  /** What the owner does in the middle of the scenario; null where fees are for ever. */
  readonly feeChange: { readonly feePpm: bigint; readonly data: Hex } | null;
  /** Has the new token as its argument `token`. */
  readonly launchEvent: AbiEvent;
  readonly stageOf: (token: Address) => ContractRead<Stage>;
}

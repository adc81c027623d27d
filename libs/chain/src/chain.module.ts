import { Global, Module } from '@nestjs/common';
import { Settings } from '@slipway/settings';
import { toAddress } from '@slipway/domain';
import { CallSimulator } from './call-simulator.js';
import { ChainClient } from './chain-client.js';
import { ClaimChain } from './claim-chain.js';
import { ContractSignatures } from './contract-signatures.js';
import { BlockTimes } from './block-times.js';
import { PlatformBalances } from './platform-balances.js';

/** One client over the nodes of `RPC_URL`, and what the API asks the chain with it. */
@Global()
@Module({
  providers: [
    {
      provide: ChainClient,
      useFactory: ({ rpc }: Settings) => new ChainClient(rpc.http),
      inject: [Settings],
    },
    {
      provide: PlatformBalances,
      useFactory: (chain: ChainClient, { platformTokenAddress }: Settings) =>
        new PlatformBalances(chain, toAddress(platformTokenAddress)),
      inject: [ChainClient, Settings],
    },
    BlockTimes,
    ContractSignatures,
    ClaimChain,
    CallSimulator,
  ],
  exports: [ChainClient, BlockTimes, PlatformBalances, ContractSignatures, ClaimChain, CallSimulator],
})
export class ChainModule {}

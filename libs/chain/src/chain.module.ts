import { Module, type DynamicModule } from '@nestjs/common';
import type { Env } from '#env';
import { toAddress } from '#values';
import { ChainClient } from './chain-client.js';
import { ClaimChain } from './claim-chain.js';
import { ContractSignatures } from './contract-signatures.js';
import { LaunchFundsReader } from './launch-funds.js';

type ChainSettings = Pick<Env, 'rpc' | 'launchpadAddress' | 'platformTokenAddress'>;

/** One client over the nodes of `RPC_URL`, and what the API asks the chain with it. */
@Module({})
export class ChainModule {
  static register({ rpc, launchpadAddress, platformTokenAddress }: ChainSettings): DynamicModule {
    const contracts = {
      launchpad: toAddress(launchpadAddress),
      platformToken: toAddress(platformTokenAddress),
    };
    const chain = new ChainClient(rpc.http);
    const providers = [
      { provide: ContractSignatures, useFactory: () => new ContractSignatures(chain) },
      { provide: LaunchFundsReader, useFactory: () => new LaunchFundsReader(chain, contracts) },
      { provide: ClaimChain, useFactory: () => new ClaimChain(chain) },
    ];
    return { module: ChainModule, global: true, providers, exports: providers };
  }
}

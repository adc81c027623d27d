import { Global, Module } from '@nestjs/common';
import { ChainClient, ContractErrors } from '@slipway/chain';
import { toAddress } from '@slipway/domain';
import { Settings } from '@slipway/settings';
import { LaunchFundsReader } from './launch-funds.js';
import { Protocol } from './protocol.js';
import { findProtocol } from './protocols.js';

/** The launchpad that `PROTOCOL` names, and what the API asks of it. */
@Global()
@Module({
  providers: [
    { provide: Protocol, useFactory: ({ protocol }: Settings) => findProtocol(protocol), inject: [Settings] },
    {
      provide: ContractErrors,
      useFactory: ({ abis }: Protocol) => new ContractErrors([...abis.launchpad, ...abis.app_token]),
      inject: [Protocol],
    },
    {
      provide: LaunchFundsReader,
      useFactory: (
        chain: ChainClient,
        protocol: Protocol,
        { launchpadAddress, platformTokenAddress }: Settings,
      ) =>
        new LaunchFundsReader(chain, protocol, {
          launchpad: toAddress(launchpadAddress),
          platformToken: toAddress(platformTokenAddress),
        }),
      inject: [ChainClient, Protocol, Settings],
    },
  ],
  exports: [Protocol, ContractErrors, LaunchFundsReader],
})
export class ProtocolModule {}

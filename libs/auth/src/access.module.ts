import { Module, type DynamicModule } from '@nestjs/common';
import { JwtModule, JwtService } from '@nestjs/jwt';
import type { Env } from '#env';
import { systemClock } from '#values';
import { AddressOwnerGuard } from './access/address-owner.guard.js';
import { BearerGuard } from './access/bearer.guard.js';
import { Callers } from './access/callers.js';
import { TokenWallets } from './access/token-wallets.js';
import { loadSigningKeys, type SigningKeySettings } from './keys/load-signing-keys.js';
import { SigningCursorKeys } from './keys/signing-cursor-keys.js';
import { SigningKeySet } from './keys/signing-key-set.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { RevokedTokensRepository } from './tokens/revoked-tokens.repository.js';
import { authorityOf } from './tokens/token-authority.js';

export type AccessSettings = SigningKeySettings & Pick<Env, 'publicBaseUrl'>;

/** Access tokens, and the guards that ask for them. Needs the global DatabaseModule. */
@Module({})
export class AccessModule {
  static register(settings: AccessSettings): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      imports: [JwtModule.register({})],
      providers: [
        { provide: SigningKeySet, useFactory: () => loadSigningKeys(settings, systemClock.now()) },
        {
          provide: AccessTokens,
          useFactory: (jwt: JwtService, keys: SigningKeySet) =>
            new AccessTokens(jwt, keys, authorityOf(settings.publicBaseUrl), systemClock),
          inject: [JwtService, SigningKeySet],
        },
        SigningCursorKeys,
        RevokedTokensRepository,
        Callers,
        TokenWallets,
        BearerGuard,
        AddressOwnerGuard,
      ],
      exports: [
        SigningKeySet,
        SigningCursorKeys,
        AccessTokens,
        Callers,
        TokenWallets,
        BearerGuard,
        AddressOwnerGuard,
      ],
    };
  }
}

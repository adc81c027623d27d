import { Global, Module } from '@nestjs/common';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { Settings } from '@slipway/settings';
import { systemClock } from '@slipway/domain';
import { TokenAuthenticator } from './access/token-authenticator.js';
import { TokenRateLimitIdentity } from './access/token-rate-limit-identity.js';
import { PgBuilderKeys } from './builders/pg-builder-keys.js';
import { loadSigningKeys } from './keys/load-signing-keys.js';
import { SigningCursorKeys } from './keys/signing-cursor-keys.js';
import { SigningKeySet } from './keys/signing-key-set.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { RevokedTokensRepository } from './tokens/revoked-tokens.repository.js';
import { authorityOf } from './tokens/token-authority.js';

/** Access tokens, and who sent one. Needs the global DatabaseModule. */
@Global()
@Module({
  imports: [JwtModule.register({})],
  providers: [
    {
      provide: SigningKeySet,
      useFactory: (settings: Settings) => loadSigningKeys(settings, systemClock.now()),
      inject: [Settings],
    },
    {
      provide: AccessTokens,
      useFactory: (jwt: JwtService, keys: SigningKeySet, { publicBaseUrl }: Settings) =>
        new AccessTokens(jwt, keys, authorityOf(publicBaseUrl), systemClock),
      inject: [JwtService, SigningKeySet, Settings],
    },
    SigningCursorKeys,
    RevokedTokensRepository,
    TokenAuthenticator,
    TokenRateLimitIdentity,
    PgBuilderKeys,
  ],
  exports: [
    SigningKeySet,
    SigningCursorKeys,
    AccessTokens,
    TokenAuthenticator,
    TokenRateLimitIdentity,
    PgBuilderKeys,
  ],
})
export class AccessModule {}

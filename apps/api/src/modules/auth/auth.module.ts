import { Module, type DynamicModule } from '@nestjs/common';
import type { Env } from '#env';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AuthService, SIGN_IN_SETTINGS, type SignInSettings } from './auth.service.js';
import { JwksController } from './jwks.controller.js';
import { builtInOrigins } from './registered-origins.js';

type AuthSettings = Pick<Env, 'nodeEnv' | 'publicBaseUrl' | 'port' | 'chainId'>;

@Module({})
export class AuthModule {
  static register(settings: AuthSettings): DynamicModule {
    const { chainId } = settings;
    const signIn: SignInSettings = { chainId, origins: builtInOrigins(settings) };
    return {
      module: AuthModule,
      controllers: [AuthController, JwksController],
      providers: [AuthService, AuthRepository, { provide: SIGN_IN_SETTINGS, useValue: signIn }],
    };
  }
}

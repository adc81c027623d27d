import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AuthService } from './auth.service.js';
import { JwksController } from './jwks.controller.js';

@Module({
  controllers: [AuthController, JwksController],
  providers: [AuthService, AuthRepository],
  exports: [AuthService],
})
export class AuthModule {}

import { Module } from '@nestjs/common';
import { AuthController, JwksController } from './auth.controller.js';
import { AuthRepository } from './auth.repository.js';
import { AuthService } from './auth.service.js';

@Module({
  controllers: [AuthController, JwksController],
  providers: [AuthService, AuthRepository],
  exports: [AuthService],
})
export class AuthModule {}

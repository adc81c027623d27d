import { Module } from '@nestjs/common';
import { PreflightController } from './preflight.controller.js';
import { PreflightRepository } from './preflight.repository.js';
import { PreflightService } from './preflight.service.js';

@Module({
  controllers: [PreflightController],
  providers: [PreflightService, PreflightRepository],
  exports: [PreflightService],
})
export class PreflightModule {}

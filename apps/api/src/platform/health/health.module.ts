import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';

/** The app binds {@link ReadinessSource}. */
@Module({ controllers: [HealthController] })
export class HealthModule {}

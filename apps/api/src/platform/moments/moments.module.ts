import { Global, Module } from '@nestjs/common';
import { MomentsRepository } from './moments.repository.js';
import { MomentsService } from './moments.service.js';

/** Moments of the past, for every module that serves one. */
@Global()
@Module({ providers: [MomentsService, MomentsRepository], exports: [MomentsService] })
export class MomentsModule {}

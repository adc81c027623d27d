import { Module } from '@nestjs/common';
import { FeatureGuard } from './feature.guard.js';

/** Hands the guard of features to the HTTP module. Needs the global FlagsModule. */
@Module({ providers: [FeatureGuard], exports: [FeatureGuard] })
export class FeaturesModule {}

import { Module } from '@nestjs/common';
import { FeatureGate } from './feature.gate.js';

/** Hands the gate of features to the HTTP module. Needs the global FlagsModule. */
@Module({ providers: [FeatureGate], exports: [FeatureGate] })
export class FeaturesModule {}

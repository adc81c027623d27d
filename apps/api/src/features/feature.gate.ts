import { Injectable } from '@nestjs/common';
import { Flags } from '#flags';
import { ApiError, Gate, type OperationCall } from '#http';

/**
 * Refuses operations whose feature operators have switched off, answers from the cache included. Asked after the access
 * gate: whoever may not call an operation is told so (401, 403) whether or not it is on.
 */
@Injectable()
export class FeatureGate extends Gate {
  constructor(private readonly flags: Flags) {
    super();
  }

  admit({ operation: { flag } }: OperationCall): void {
    if (flag === null || this.flags.isOn(flag)) return;
    throw new ApiError('service_unavailable', {
      message: `The feature ${flag} is switched off for now.`,
      details: { feature: flag },
    });
  }
}

import { Injectable } from '@nestjs/common';
import { CursorKeys } from '@slipway/http';
import { systemClock, type Clock } from '@slipway/domain';
import { SigningKeySet } from './signing-key-set.js';

/** Cursors are authenticated by keys derived from those that sign tokens, and rotate with them. */
@Injectable()
export class SigningCursorKeys extends CursorKeys {
  private readonly clock: Clock = systemClock;

  constructor(private readonly keys: SigningKeySet) {
    super();
  }

  signer(): Uint8Array {
    return this.keys.signer(this.clock.now()).cursorKey;
  }

  accepted(): readonly Uint8Array[] {
    return this.keys.accepted(this.clock.now()).map(({ cursorKey }) => cursorKey);
  }
}

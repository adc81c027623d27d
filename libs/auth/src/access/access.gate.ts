import { Injectable } from '@nestjs/common';
import { AddressPipe, ApiError, Gate, type OperationCall } from '#http';
import { readBearerToken } from './bearer-token.js';
import { rememberCaller } from './caller.decorator.js';
import { Callers } from './callers.js';

/** Reads the wallet that an owner operation's path names. */
const addressPipe = new AddressPipe();

/**
 * Who may call an operation, as its `access` says (contract section 3). A token is asked for before anything else of
 * the request is looked at: 401, then 400 for a path that is no address, then 403 for another wallet's.
 */
@Injectable()
export class AccessGate extends Gate {
  constructor(private readonly callers: Callers) {
    super();
  }

  admit(call: OperationCall): void | Promise<void> {
    const { access } = call.operation;
    // A token only chooses the rate budget here, and a bad one is ignored: nothing is to be decided.
    if (access === 'public') return;
    if (access === 'optional' && readBearerToken(call.request) === null) return;
    return this.admitBearer(call);
  }

  private async admitBearer({ request, operation, params }: OperationCall): Promise<void> {
    const identity = await this.callers.findVerified(request);
    if (identity === null) throw new ApiError('unauthorized');
    if (operation.access === 'owner') {
      const owner = addressPipe.transform(params['address'] ?? '', { type: 'param', data: 'address' });
      if (owner !== identity.wallet) throw new ApiError('forbidden');
    }
    rememberCaller(request, identity);
  }
}

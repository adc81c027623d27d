import type { Client } from './client.js';
import type { Arguments, Operation, OperationId, ResultOf } from './operation.js';
import { request, type SlipwayResponse } from './request.js';

/** Calls an operation for its data and what the headers say of it: `withResponse(getApp, client, { tokenAddress })`. */
export async function withResponse<Id extends OperationId>(
  operation: Operation<Id>,
  client: Client,
  ...[params, options]: Arguments<Id>
): Promise<SlipwayResponse<ResultOf<Id>>> {
  return (await request(client, operation.spec, params, options)) as SlipwayResponse<ResultOf<Id>>;
}

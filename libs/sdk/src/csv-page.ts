import type { Client } from './client.js';
import { nextByCursor } from './iterate.js';
import type { Arguments, Listing, OperationId, ParamsOf } from './operation.js';
import { readBody } from './read-response.js';
import { request } from './request.js';

/** A page of a list as CSV. */
export interface CsvPage<Id extends OperationId> {
  /** Its rows, below a row of their columns' names. */
  readonly text: string;
  /** What the next page is asked for with; null on the last one. */
  readonly next: ParamsOf<Id> | null;
  /** The block that the page is true at. */
  readonly asOfBlock: number | null;
}

/** One page of a list that the API has as CSV: `csvPage(listGains, client, { address, year })`. Candles go on by `from`, and have no `next`. */
export async function csvPage<Id extends OperationId, Items extends string>(
  list: Listing<Id, Items>,
  client: Client,
  ...[params, options]: Arguments<Id>
): Promise<CsvPage<Id>> {
  const asked: Record<string, unknown> = { ...params };
  const spec = { ...list.spec, accept: 'text/csv' };
  const response = await request(client, spec, asked, options);
  const body = await readBody(response.data as Response, client.maxResponseBytes, `GET ${spec.path}`);
  const next = nextByCursor(asked, { ...response, data: {} }) as ParamsOf<Id> | null;
  return { text: body.text, next, asOfBlock: response.asOfBlock };
}

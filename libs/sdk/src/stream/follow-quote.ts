import type { Client } from '../client.js';
import { getCurveQuote } from '../generated/operations.js';
import type { CurveQuote } from '../generated/models.js';
import type { ParamsOf } from '../operation.js';
import { wait } from '../wait.js';
import { withResponse } from '../with-response.js';
import { readAt } from './follow.js';
import { stream, type StreamOptions } from './stream.js';

/** Between two reads: a market that moves with every block takes 60 of the 100 reads of a minute. */
const PAUSE_MS = 1_000;

/**
 * A quote that is true: read at first, and again whenever the market of its app moved. Show the last one and sign that, by its
 * `minOut`: `for await (const quote of followQuote(client, order)) show(quote)`. It opens a stream of its own.
 *
 * @throws SlipwayError as `getCurveQuote`: `invalid_request` for an amount that the contract would refuse
 */
export async function* followQuote(
  client: Client,
  order: ParamsOf<'getCurveQuote'>,
  options: Omit<StreamOptions, 'since'> = {},
): AsyncGenerator<CurveQuote, undefined> {
  const { signal } = options;
  const topics = [`prices:${order.tokenAddress}`] as const;
  let quotedAt = -1;
  for await (const { event, data } of stream(client, topics, { ...options, since: undefined })) {
    if (event !== 'snapshot' && event !== 'price' && event !== 'retract') continue;
    const block = event === 'retract' ? undefined : data.block;
    // Told of while the quote was read, which has it.
    if (block !== undefined && block <= quotedAt) continue;
    if (quotedAt >= 0) await wait(PAUSE_MS, signal);
    const read = (): ReturnType<typeof withResponse<'getCurveQuote'>> =>
      withResponse(getCurveQuote, client, order, { signal });
    const { data: quote, asOfBlock } = await readAt(block, read, signal);
    quotedAt = asOfBlock ?? quotedAt;
    yield quote;
  }
}

import { asBigInt, formatAmount, type CurveQuote } from '@slipway/sdk';
import type { JSX } from 'solid-js';

const WHOLE_BPS = 10_000n;

/** More is worth a second look. */
const HIGH_IMPACT = 0.05;

/** What a trade would give. */
export function QuoteFigures(props: {
  readonly quote: CurveQuote;
  readonly unitOut: string;
  readonly paid: string;
  readonly slippageBps: number;
}): JSX.Element {
  const least = (): bigint =>
    (asBigInt(props.quote.amountOut) * (WHOLE_BPS - BigInt(props.slippageBps))) / WHOLE_BPS;
  return (
    <dl class="quote" aria-live="polite">
      <div>
        <dt>You get</dt>
        <dd>
          <strong>
            {formatAmount(props.quote.amountOut)} {props.unitOut}
          </strong>
        </dd>
      </div>
      <div>
        <dt>At least</dt>
        <dd>{formatAmount(least())}</dd>
      </div>
      <div>
        <dt>Fee</dt>
        <dd>
          {formatAmount(props.quote.fee)} {props.paid}
        </dd>
      </div>
      <div>
        <dt>Price impact</dt>
        <dd class={props.quote.priceImpact > HIGH_IMPACT ? 'down' : ''}>
          {(props.quote.priceImpact * 100).toFixed(2)}%
        </dd>
      </div>
    </dl>
  );
}

import { asBigInt, formatAmount, formatPercent, type CurveQuote } from '@slipway/sdk';
import { Show, type JSX } from 'solid-js';

const WHOLE_BPS = 10_000n;

/** More is worth a second look. */
const HIGH_IMPACT = 0.05;

/** The least that a trade may give, wei: what is quoted less the slippage that its trader tolerates. */
export function leastOut({ amountOut }: CurveQuote, slippageBps: number): bigint {
  return (asBigInt(amountOut) * (WHOLE_BPS - BigInt(slippageBps))) / WHOLE_BPS;
}

/** What a trade takes and gives: the numbers that the wallet signs. */
export function QuoteFigures(props: {
  readonly quote: CurveQuote;
  readonly least: bigint;
  readonly unitIn: string;
  readonly unitOut: string;
  readonly paid: string;
  /** What was asked for, wei. */
  readonly amount: string;
}): JSX.Element {
  return (
    <dl class="quote" aria-live="polite">
      <Show when={props.quote.amountIn !== props.amount}>
        <div>
          <dt>It takes only</dt>
          <dd>
            {formatAmount(props.quote.amountIn)} {props.unitIn}
          </dd>
        </div>
      </Show>
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
        <dd>
          <data class="least" value={String(props.least)}>
            {formatAmount(props.least)} {props.unitOut}
          </data>
        </dd>
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
          {formatPercent(props.quote.priceImpact)}
        </dd>
      </div>
    </dl>
  );
}

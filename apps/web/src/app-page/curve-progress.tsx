import { formatAmount, formatShare, getCurve, type AppDetail } from '@slipway/sdk';
import { Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createRead } from '../client/create-read.js';

/** How far an app is on its way to its pool. */
export function CurveProgress(props: { readonly app: AppDetail }): JSX.Element {
  const curve = createRead(
    () => (props.app.stage === 'curve' ? props.app.tokenAddress : null),
    (tokenAddress, signal) => getCurve(client, { tokenAddress }, { signal }),
    () => props.app.curveProgress,
  );
  return (
    <section class="panel" aria-labelledby="curve-title">
      <header class="section-head">
        <h2 id="curve-title">Bonding curve</h2>
        <strong>{props.app.stage === 'curve' ? formatShare(props.app.curveProgress) : 'Graduated'}</strong>
      </header>
      <progress max="1" value={props.app.curveProgress} aria-labelledby="curve-title" />
      <Show
        when={curve.data()}
        fallback={
          <p class="quiet">
            {props.app.stage === 'graduated' ? 'It trades in its pool.' : 'Reading the curve'}
          </p>
        }
      >
        {(found) => (
          <p class="quiet">
            {formatAmount(found().realPlatformReserve, { fractionDigits: 0 })} of{' '}
            {formatAmount(found().graduationThreshold, { fractionDigits: 0 })} collected. Then the liquidity
            moves to a pool for good.
          </p>
        )}
      </Show>
    </section>
  );
}

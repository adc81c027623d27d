import type { AppDetail, LaunchReport } from '@slipway/sdk';
import { createMemo, Show, type JSX } from 'solid-js';
import { nowMs } from '../../text/clock.js';
import { formatAge } from '../../text/figures.js';
import { ExplorerLink } from '../../wallet/explorer-link.jsx';
import { Associates, Bundles, Excluded, Liquidity, RoundTrips, Transactions } from './evidence.jsx';
import { Figure, type About } from './figure.jsx';
import { FirstBuyers } from './first-buyers.jsx';
import { launchWords, type FigureName } from './launch-words.js';
import { ShareBar } from './share-bar.jsx';
import { SupplyBar } from './supply-bar.jsx';
import { concentrationParts } from './supply-parts.js';

/** A report in words and bars, each figure with what shows it. */
export default function ReportFigures(props: {
  readonly report: LaunchReport;
  readonly app: AppDetail;
}): JSX.Element {
  const words = createMemo(() => launchWords(props.report, props.app));
  const about = (name: FigureName): About => ({
    words: words()[name],
    definition: props.report.definitions[name],
    part: props.report[name],
  });
  return (
    <div class="launch-report">
      <p class="quiet">
        Launched in block {props.app.launchBlock}, {formatAge(props.app.launchedAt, nowMs())} ago:{' '}
        <ExplorerLink kind="tx" value={props.app.launchTxHash} />. Shares are of the supply, as of block{' '}
        {props.report.asOf}. Open a figure for what it means and what shows it.
      </p>
      <SupplyBar report={props.report} />
      <Figure title="Creator" about={about('creator')}>
        <p>
          Wallet <ExplorerLink kind="address" value={props.report.creator.wallet} />
        </p>
        <Transactions of="Its sales" hashes={props.report.creator.transactions} />
      </Figure>
      <Figure title="Associates" about={about('associates')}>
        <Show when={props.report.associates}>{(found) => <Associates associates={found()} />}</Show>
      </Figure>
      <FirstBuyers report={props.report} about={about} />
      <Figure title="Bundles" about={about('bundles')} bar={shareBar(props.report.bundledShare)}>
        <Show when={props.report.bundles}>{(found) => <Bundles bundles={found()} />}</Show>
      </Figure>
      <Figure title="Round trips" about={about('roundTrips')} bar={shareBar(props.report.roundTrips?.share)}>
        <Show when={props.report.roundTrips}>{(found) => <RoundTrips trips={found()} />}</Show>
      </Figure>
      <Figure
        title="Concentration"
        about={about('concentration')}
        bar={<ShareBar parts={concentrationParts(props.report.concentration)} />}
      >
        <Excluded excluded={props.report.concentration.excluded} />
      </Figure>
      <Figure
        title="Liquidity"
        about={about('liquidity')}
        bar={shareBar(props.report.liquidity?.lockedShare)}
      >
        <Show when={props.report.liquidity}>{(found) => <Liquidity liquidity={found()} />}</Show>
      </Figure>
    </div>
  );
}

/** A bar of one share; none where it is not known. */
function shareBar(share: number | null | undefined): JSX.Element {
  return typeof share === 'number' && <ShareBar parts={[{ name: 'share', share }]} />;
}

import type { LaunchReport } from '@slipway/sdk';
import { For, type JSX } from 'solid-js';
import { Transactions } from './evidence.jsx';
import { Figure, type About } from './figure.jsx';
import { buyersOf, shareText, SPANS, type Buyers, type Span } from './launch-words.js';
import { BoughtBar } from './share-bar.jsx';

const TITLES: Readonly<Record<Span, string>> = {
  firstBlock: 'First block',
  firstBlockBuyers: 'First block, without the creator',
  firstBlocks: 'First five blocks',
  firstMinute: 'First minute',
};

/** Who bought in the spans from the launch on: bars of one scale. */
export function FirstBuyers(props: {
  readonly report: LaunchReport;
  readonly about: (span: Span) => About;
}): JSX.Element {
  const most = (): number =>
    Math.max(
      ...SPANS.flatMap((span) => {
        const { share, heldShare } = buyersOf(props.report, span);
        return [share, heldShare];
      }),
    );
  return (
    <>
      <p class="part-words">
        First buyers <span class="part-bought">bought then</span> <span class="part-held">hold now</span>
        {most() > 0 && <small>A whole bar is {shareText(most())} of the supply</small>}
      </p>
      <For each={SPANS}>
        {(span) => {
          const buyers = (): Buyers => buyersOf(props.report, span);
          return (
            <Figure
              title={TITLES[span]}
              about={props.about(span)}
              bar={<BoughtBar bought={buyers().share} held={buyers().heldShare} most={most()} />}
            >
              <Transactions of="Their buys" hashes={buyers().transactions} />
            </Figure>
          );
        }}
      </For>
    </>
  );
}

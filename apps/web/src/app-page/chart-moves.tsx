import { Show, type JSX } from 'solid-js';
import { Failure } from '../text/failure.jsx';
import type { History } from './create-history.js';

export type Move = 'launch' | 'earlier' | 'later' | 'newest';

const KEYS = new Map<string, Move>([
  ['Home', 'launch'],
  ['ArrowLeft', 'earlier'],
  ['ArrowRight', 'later'],
  ['End', 'newest'],
]);

/** For assistive technology, of an element that listens to them. */
export const MOVE_KEYS = [...KEYS.keys()].join(' ');

export function moveOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): Move | null {
  return ctrlKey || metaKey || altKey ? null : (KEYS.get(key) ?? null);
}

interface Props {
  readonly history: History;
  /** Whether the first candle, and the last one, are in view. */
  readonly isAtFirst: boolean;
  readonly isAtNewest: boolean;
  readonly onMove: (move: Move) => void;
}

/** Buttons that lead a chart through time, and what became of reading the candles there. */
export function ChartMoves(props: Props): JSX.Element {
  const isAtLaunch = (): boolean => props.isAtFirst && props.history.shown().isFirst;
  const isAtNewest = (): boolean => props.isAtNewest && props.history.shown().isNewest;
  return (
    <>
      <div class="chart-moves">
        <div class="choices" role="group" aria-label="Move the chart through time">
          <MoveButton move="launch" isDone={isAtLaunch()} onMove={props.onMove} />
          <MoveButton move="earlier" isDone={isAtLaunch()} onMove={props.onMove} />
          <MoveButton move="later" isDone={isAtNewest()} onMove={props.onMove} />
          <MoveButton move="newest" isDone={isAtNewest()} onMove={props.onMove} />
        </div>
        <small role="status">
          {props.history.isReading() ? 'Reading candles' : isAtLaunch() ? 'Since the launch' : ''}
        </small>
      </div>
      <Show when={props.history.error()}>
        {(error) => <Failure error={error()} retry={props.history.again} />}
      </Show>
    </>
  );
}

const WORDS: Readonly<Record<Move, string>> = {
  launch: 'Launch',
  earlier: 'Earlier',
  later: 'Later',
  newest: 'Newest',
};

/** One that leads nowhere now keeps the keyboard's focus. */
function MoveButton(props: {
  readonly move: Move;
  readonly isDone: boolean;
  readonly onMove: (move: Move) => void;
}): JSX.Element {
  return (
    <button
      type="button"
      aria-disabled={props.isDone}
      onClick={() => {
        if (!props.isDone) props.onMove(props.move);
      }}
    >
      {WORDS[props.move]}
    </button>
  );
}

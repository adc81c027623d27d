import { csvPage, listGains, listPortfolioActivity, listPositions, type ParamsOf } from '@slipway/sdk';
import { createSignal, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { Failure } from '../text/failure.jsx';
import { createDownload } from './create-download.js';
import { csvName, type CsvProgress } from './join-csv.js';
import { utcText } from './moment.js';

/** The most that one request has. */
const [ACTIVITY_PAGE, GAINS_PAGE] = [100, 1_000];

/** Years that the API takes. */
const [FIRST_YEAR, LAST_YEAR] = [2_000, 9_999];

/** A wallet's lists as files for a spreadsheet. */
export function DownloadsPanel(props: {
  readonly address: string;
  /** The moment that positions are of; null: now. */
  readonly at: string | null;
}): JSX.Element {
  const download = createDownload();
  const [year, setYear] = createSignal(new Date().getUTCFullYear());
  const [last, setLast] = createSignal<() => void>(() => undefined);
  const nameOf = (what: string, time = new Date().toISOString()): string =>
    csvName(what, props.address, time);
  const start = (run: () => void): void => {
    setLast(() => run);
    run();
  };
  const positions = (): void => {
    const { address, at } = props;
    const first: ParamsOf<'listPositions'> = { address, ...(at !== null && { at }) };
    download.run(nameOf('positions', at ?? undefined), first, (params, signal) =>
      csvPage(listPositions, client, params, { signal }),
    );
  };
  const activity = (): void => {
    const first: ParamsOf<'listPortfolioActivity'> = { address: props.address, limit: ACTIVITY_PAGE };
    download.run(nameOf('activity'), first, (params, signal) =>
      csvPage(listPortfolioActivity, client, params, { signal }),
    );
  };
  const gains = (): void => {
    const first: ParamsOf<'listGains'> = { address: props.address, year: year(), limit: GAINS_PAGE };
    download.run(nameOf(`gains-${year()}`), first, (params, signal) =>
      csvPage(listGains, client, params, { signal }),
    );
  };
  const isBusy = (): boolean => download.progress() !== null;
  return (
    <section class="panel downloads" aria-labelledby="downloads-title">
      <h2 id="downloads-title">Download CSV</h2>
      <div class="download-choices">
        <button
          type="button"
          disabled={isBusy()}
          onClick={() => {
            start(positions);
          }}
        >
          Positions {props.at === null ? 'now' : `as of ${utcText(props.at)}`}
        </button>
        <button
          type="button"
          disabled={isBusy()}
          onClick={() => {
            start(activity);
          }}
        >
          All activity
        </button>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            start(gains);
          }}
        >
          <button type="submit" disabled={isBusy()}>
            Gains of
          </button>
          <input
            type="number"
            aria-label="Year of the gains, UTC"
            required
            min={FIRST_YEAR}
            max={LAST_YEAR}
            value={year()}
            onInput={({ target }) => setYear(target.valueAsNumber)}
          />
        </form>
      </div>
      <p class="quiet" role="status">
        <Show when={download.progress()} fallback={savedText(download.saved())}>
          {(progress) => progressText(progress())}
        </Show>
      </p>
      <Show when={isBusy()}>
        <button type="button" onClick={download.cancel}>
          Cancel
        </button>
      </Show>
      <Show when={download.error()}>
        {(error) => (
          <Failure
            error={error()}
            retry={() => {
              last()();
            }}
          />
        )}
      </Show>
    </section>
  );
}

function savedText(fileName: string | null): string {
  return fileName === null ? 'Amounts in wei, times in UTC.' : `Saved ${fileName}`;
}

function progressText({ pages, waitsUntil }: CsvProgress): string {
  const read = pages === 0 ? 'Reading the first page' : `Reading page ${pages + 1}`;
  return waitsUntil === null
    ? read
    : `${read}. The market asks to wait until ${utcText(new Date(waitsUntil).toISOString())}`;
}

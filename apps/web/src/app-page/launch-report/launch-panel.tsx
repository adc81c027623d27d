import { getLaunchReport, type AppDetail } from '@slipway/sdk';
import { createSignal, lazy, onCleanup, onMount, Show, Suspense, type JSX } from 'solid-js';
import { client } from '../../client/client.js';
import { createRead } from '../../client/create-read.js';
import { Failure } from '../../text/failure.jsx';

/** Loaded when a report is shown first. */
const ReportFigures = lazy(() => import('./report-figures.jsx'));

/** So far below the view it is read. */
const AHEAD = '200px';

/** What transfers and trades show of an app's launch. It is read once it is about to be seen, and whenever the app's own figures of it moved. */
export function LaunchPanel(props: { readonly app: AppDetail }): JSX.Element {
  let place: HTMLElement | undefined;
  const [isSeen, setSeen] = createSignal(false);
  onMount(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: AHEAD },
    );
    if (place !== undefined) watch.observe(place);
    onCleanup(() => {
      watch.disconnect();
    });
  });
  const report = createRead(
    () => (isSeen() ? props.app.tokenAddress : null),
    async (tokenAddress, signal) => {
      const [found] = await Promise.all([
        getLaunchReport(client, { tokenAddress }, { signal }),
        ReportFigures.preload(),
      ]);
      return found;
    },
    () => JSON.stringify(props.app.launchReport),
  );
  return (
    <section ref={(element) => (place = element)} id="launch" class="panel" aria-labelledby="launch-title">
      <h2 id="launch-title">Launch</h2>
      <Show when={report.error()}>
        <Failure error={report.error()} retry={report.again} />
      </Show>
      <Show
        when={report.data()}
        fallback={
          <p class="quiet" classList={{ 'launch-waiting': report.error() === null }} role="status">
            {report.isReading() ? 'Reading the launch' : ''}
          </p>
        }
      >
        {(found) => (
          <Suspense>
            <ReportFigures report={found()} app={props.app} />
          </Suspense>
        )}
      </Show>
    </section>
  );
}

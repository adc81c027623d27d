import { isSlipwayError } from '@slipway/sdk';
import { createSignal, onCleanup, type Accessor } from 'solid-js';
import { forgetToken } from '../wallet/connected.js';
import { joinCsv, type CsvProgress, type PageOf } from './join-csv.js';

/** So long a browser may take to begin with a file. */
const SAVED_WITHIN_MS = 60_000;

export interface Download {
  /** Null while nothing is read. */
  readonly progress: Accessor<CsvProgress | null>;
  readonly error: Accessor<unknown>;
  /** The last file that was saved. */
  readonly saved: Accessor<string | null>;
  /** Reads all pages of a list and has the browser save them; one list at a time. */
  readonly run: <Params>(
    fileName: string,
    first: Params,
    read: (params: Params, signal: AbortSignal) => Promise<PageOf<Params>>,
  ) => void;
  readonly cancel: () => void;
}

/** Reads lists to their end and saves them, while the component that called this is shown. */
export function createDownload(): Download {
  const [progress, setProgress] = createSignal<CsvProgress | null>(null);
  const [error, setError] = createSignal<unknown>(null);
  const [saved, setSaved] = createSignal<string | null>(null);
  let end = new AbortController();
  const cancel = (): void => {
    end.abort();
    setProgress(null);
  };
  onCleanup(cancel);
  return {
    progress,
    error,
    saved,
    cancel,
    run: (fileName, first, read) => {
      end.abort();
      end = new AbortController();
      const { signal } = end;
      setError(null);
      setSaved(null);
      joinCsv(
        first,
        (params) => read(params, signal),
        (ms) => pause(ms, signal),
        (step) => {
          if (!signal.aborted) setProgress(step);
        },
      )
        .then(
          (parts) => {
            if (signal.aborted) return;
            save(fileName, parts);
            setSaved(fileName);
          },
          (reason: unknown) => {
            if (signal.aborted) return;
            if (isSlipwayError(reason, 'unauthorized')) forgetToken();
            setError(reason);
          },
        )
        .finally(() => {
          if (!signal.aborted) setProgress(null);
        });
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** The link is no part of the page, which would follow it. */
function save(fileName: string, parts: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  link.download = fileName;
  link.click();
  window.setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, SAVED_WITHIN_MS);
}

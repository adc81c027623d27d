/** What the page that shows this one is told. All of it is public: any page may hear it. */
export type ParentMessage =
  | {
      readonly type: 'ready';
      readonly tokenAddress: string;
      readonly resolution: string;
      readonly candles: number;
    }
  | { readonly type: 'resize'; readonly width: number; readonly height: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string };

export function tellParent(message: ParentMessage): void {
  if (window.parent !== window) window.parent.postMessage({ source: 'slipway', ...message }, '*');
}

/** Tells the size that the page takes, now and when it changes. */
export function tellSize(): void {
  const page = document.documentElement;
  new ResizeObserver(() => {
    tellParent({ type: 'resize', width: page.clientWidth, height: page.scrollHeight });
  }).observe(page);
}

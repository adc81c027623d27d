/** What the painter's thread is given when it begins. */
export interface PainterSetup {
  readonly fontFiles: readonly string[];
}

/** What the thread says: first that it is ready, then a picture, or why there is none, for each text. */
export type PainterReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'painted'; readonly png: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

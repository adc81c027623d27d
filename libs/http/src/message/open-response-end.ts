/** The frames written to a response that stayed open, and why it has ended. */
export interface OpenResponseEnd {
  readonly frames: number;
  readonly bytes: number;
  /** Of a plain alphabet: it is logged as it is. */
  readonly reason: string;
}

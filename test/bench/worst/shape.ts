/** One request of a kind that costs a server more than it costs its sender. */
export interface Shape {
  /** What is hostile about it. */
  readonly what: string;
  readonly method: string;
  /** As it goes over the wire, from the slash on. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Made anew for each request where it is a function. */
  readonly body?: string | (() => string);
  /** Whether its response takes reads of the database or the chain, which the limit of CPU leaves out. */
  readonly reads?: boolean;
}

/** What a request line and its headers may have together, less what every request needs. */
export const HEAD_ROOM = 15_000;

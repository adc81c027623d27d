/** The part of autocannon's programmatic interface that the benchmark uses. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent in turn by each connection. */
    readonly requests?: readonly {
      readonly method: 'POST';
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }[];
    /** Requests after which a connection is opened anew. */
    readonly reconnectRate?: number;
    readonly setupClient?: (client: Client) => void;
  }

  /** One connection. */
  interface Client {
    /** Sent in turn. */
    setRequests(
      requests: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[],
    ): void;
  }

  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
